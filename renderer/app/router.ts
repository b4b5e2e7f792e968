import { createMemoryHistory, createRouter, type Router, type RouterHistory } from 'vue-router'
import { useAppStore } from '../lib/app-state.ts'
import { useAuthFlow } from '../features/auth/auth-flow.ts'
import { useListView } from '../features/session-list/list-view.ts'
import { useNavigationGuard } from '../lib/navigation-guard.ts'

/**
 * Creates the router. Routes with `requiresAccount` need a signed-in account, routes with `open` need none, and the rest
 * redirect to sign-in. The navigation guard of a page with unsaved changes asks first.
 */
export function createAppRouter(history: RouterHistory = createMemoryHistory()): Router {
  const signIn = () => import('../features/auth/SignInView.vue')
  const router = createRouter({
    history,
    routes: [
      { path: '/sign-in', name: 'signIn', component: signIn },
      { path: '/add-account', name: 'addAccount', component: signIn, props: { adding: true } },
      {
        path: '/register',
        name: 'register',
        component: () => import('../features/auth/RegisterView.vue'),
        meta: { open: true },
      },
      {
        path: '/forgot',
        name: 'forgot',
        component: () => import('../features/auth/ForgotView.vue'),
        meta: { open: true },
      },
      {
        path: '/reset',
        name: 'reset',
        component: () => import('../features/auth/ResetView.vue'),
        meta: { open: true },
      },
      {
        path: '/',
        component: () => import('./layout/AppLayout.vue'),
        redirect: () => ({ name: useListView().page ?? 'sessions' }),
        meta: { requiresAccount: true },
        children: [
          {
            path: 'sessions',
            name: 'sessions',
            component: () => import('../features/sessions/SessionsView.vue'),
          },
          {
            path: 'all-accounts',
            name: 'allAccounts',
            component: () => import('../features/sessions/AllAccountsView.vue'),
          },
          {
            path: 'sessions/review',
            name: 'review',
            component: () => import('../features/sessions/ReviewView.vue'),
          },
          {
            path: 'activity',
            name: 'activity',
            component: () => import('../features/activity/ActivityView.vue'),
          },
          {
            path: 'profile',
            name: 'profile',
            component: () => import('../features/profile/ProfileView.vue'),
          },
          {
            path: 'password',
            name: 'password',
            component: () => import('../features/password/PasswordView.vue'),
          },
          {
            path: 'settings',
            name: 'settings',
            component: () => import('../features/desktop/SettingsView.vue'),
          },
        ],
      },
    ],
  })
  router.beforeEach(async (to, from) => {
    if (to.name !== from.name && !(await useNavigationGuard().mayLeave())) return false
    const { signedIn } = useAppStore()
    if (to.meta['open']) return true
    if (signedIn && to.name === 'signIn') return { name: 'sessions' }
    if (!signedIn && to.name !== 'signIn') return { name: 'signIn' }
    return true
  })
  router.afterEach((to) => {
    // Clears the values that were typed before sign-in.
    if (to.meta['requiresAccount']) useAuthFlow().take()
  })
  return router
}

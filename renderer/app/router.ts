import {
  createMemoryHistory,
  createRouter,
  type RouteComponent,
  type RouteMeta,
  type RouteRecordRaw,
  type Router,
  type RouterHistory,
} from 'vue-router'
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
      { path: '/signIn', name: 'signIn', component: signIn },
      { path: '/addAccount', name: 'addAccount', component: signIn, props: { adding: true } },
      ...routesOf(
        {
          register: () => import('../features/auth/RegisterView.vue'),
          forgot: () => import('../features/auth/ForgotView.vue'),
          reset: () => import('../features/auth/ResetView.vue'),
        },
        { open: true },
      ),
      {
        path: '/',
        component: () => import('./layout/AppLayout.vue'),
        redirect: () => ({ name: useListView().page ?? 'sessions' }),
        meta: { requiresAccount: true },
        children: routesOf({
          sessions: () => import('../features/sessions/SessionsView.vue'),
          allAccounts: () => import('../features/sessions/AllAccountsView.vue'),
          review: () => import('../features/sessions/ReviewView.vue'),
          activity: () => import('../features/activity/ActivityView.vue'),
          profile: () => import('../features/profile/ProfileView.vue'),
          password: () => import('../features/password/PasswordView.vue'),
          settings: () => import('../features/desktop/SettingsView.vue'),
        }),
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

/** The routes of pages by their names. Nobody sees a path: the history is in memory. */
const routesOf = (
  pages: Record<string, () => Promise<RouteComponent>>,
  meta: RouteMeta = {},
): RouteRecordRaw[] =>
  Object.entries(pages).map(([name, load]) => ({ path: `/${name}`, name, component: load, meta }))

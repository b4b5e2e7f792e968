import { defineAsyncComponent } from 'vue'

// The marks that few rows have, loaded with the first of them; one async component for all rows.
export const ReviewMark = defineAsyncComponent(() => import('../review/ReviewMark.vue'))
export const NewSignInBadge = defineAsyncComponent(() => import('../activity/NewSignInBadge.vue'))

import { defineAsyncComponent } from 'vue'

/** The latest review decision in a row, loaded with the first decision; one async component for all rows. */
export const ReviewMark = defineAsyncComponent(() => import('../review/ReviewMark.vue'))

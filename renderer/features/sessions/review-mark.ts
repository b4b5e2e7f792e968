import { defineAsyncComponent } from 'vue'

/** The mark of a review in a row, loaded with the first decision; one component for all rows. */
export const ReviewMark = defineAsyncComponent(() => import('../review/ReviewMark.vue'))

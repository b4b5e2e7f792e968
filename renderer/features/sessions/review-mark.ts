import { defineAsyncComponent } from 'vue'

/** The last review's decision in a row, loaded with the first decision; one async component for all rows. */
export const ReviewMark = defineAsyncComponent(() => import('../review/ReviewMark.vue'))

import { createLucideIcon } from '@lucide/vue'

/** A screen with a question mark, for a device that is not recognised. Lucide lacks one; this is drawn on Lucide's 24 px grid. */
export const MonitorQuestionMark = createLucideIcon('monitor-question-mark', [
  ['rect', { width: '20', height: '14', x: '2', y: '3', rx: '2', key: 'screen' }],
  ['path', { d: 'M10.1 7.9a2 2 0 0 1 3.9.6c0 1.4-2 1.4-2 2.6', key: 'mark' }],
  ['path', { d: 'M12 14h.01', key: 'dot' }],
  ['path', { d: 'M12 17v4', key: 'stand' }],
  ['path', { d: 'M8 21h8', key: 'foot' }],
])

// The door of this feature: other folders import nothing else of it.
export { type EndRules, type RulesFile, createEndRules } from './end-rules.ts'

// The public interface of this feature; other folders import only this file.
export { createRuleHandlers } from './handlers.ts'
export { type EndRules, type RulesFile, createEndRules } from './end-rules.ts'

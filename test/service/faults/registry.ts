import { faultSchema, type FaultInput } from './model.ts'
import { planFaults, type ArmedFault, type FaultPlan } from './plan.ts'

/** An empty registry, and `take`, which the server calls at each request; it counts the call. */
export function createFaultRegistry() {
  let armed: ArmedFault[] = []
  return {
    registry: {
      /** Adds a fault and returns a function that removes it; throws ZodError for an invalid fault. */
      add(input: FaultInput): () => void {
        const fault = faultSchema.parse(input)
        armed.push({ fault, matched: 0 })
        return () => {
          armed = armed.filter((each) => each.fault !== fault)
        }
      },
      clear(): void {
        armed = []
      },
    },
    take(endpoint: string): FaultPlan {
      const result = planFaults(armed, endpoint)
      armed = result.armed
      return result.plan
    },
  }
}

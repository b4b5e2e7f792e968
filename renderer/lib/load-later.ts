import { getCurrentScope, onMounted } from 'vue'

/** Loads a part of a component once it is mounted, and runs it in the component's scope, unless that is over by then. */
export function loadLater<Part>(load: () => Promise<Part>, run: (part: Part) => void): void {
  const scope = getCurrentScope()
  onMounted(async () => {
    const part = await load()
    if (scope?.active) scope.run(() => run(part))
  })
}

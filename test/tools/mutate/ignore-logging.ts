import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin'

/** What Stryker passes: Babel's path of a node, as far as it is used here. */
interface CallPath {
  listKey?: string
  parent: { type: string; callee?: { type: string } }
  parentPath: { get(key: 'callee.object'): { toString(): string } }
}

const LOG = /^(dependencies\.)?log$/

/** Leaves the arguments of log calls alone: whether a line is logged is behaviour, its words are not. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'logging', {
    shouldIgnore(path) {
      const { listKey, parent, parentPath } = path as unknown as CallPath
      const isArgument = listKey === 'arguments' && parent.type === 'CallExpression'
      if (!isArgument || parent.callee?.type !== 'MemberExpression') return undefined
      const isLogged = LOG.test(parentPath.get('callee.object').toString())
      return isLogged ? 'The words of a log line are not behaviour.' : undefined
    },
  }),
]

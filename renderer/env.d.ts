// For tools that read no .vue files, such as ESLint; vue-tsc knows each component's own type.
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

import { usePreferredDark, useResizeObserver } from '@vueuse/core'
import { computed, shallowRef, watchPostEffect, type Ref } from 'vue'
import { useAppStore } from '../../lib/app-state.ts'

/** A canvas that is empty, with its size in CSS px, which is also the unit of its context. */
export interface Drawing {
  context: CanvasRenderingContext2D
  width: number
  height: number
  /** Resolves a colour of the style sheet by its name. */
  colourOf: (name: string) => string
}

/** Draws on a canvas, and again when what `draw` reads changes; does nothing where the canvas has no 2D context. */
export function useDrawing(
  canvas: Readonly<Ref<HTMLCanvasElement | null>>,
  draw: (drawing: Drawing) => void,
): void {
  const app = useAppStore()
  const isSystemDark = usePreferredDark()
  const size = shallowRef({ width: 0, height: 0, pixelRatio: 1 })
  useResizeObserver(
    canvas,
    ([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      size.value = { width, height, pixelRatio: devicePixelRatio }
    },
    // So that it also follows another screen.
    { box: 'device-pixel-content-box' },
  )

  const theme = computed(() => `${app.state.settings.theme} ${isSystemDark.value}`)

  // After the theme is on the page.
  watchPostEffect(() => {
    const { value: element } = canvas
    const context = element?.getContext('2d')
    if (!element || !context || !theme.value) return
    const { width, height, pixelRatio } = size.value
    element.width = width * pixelRatio
    element.height = height * pixelRatio
    context.scale(pixelRatio, pixelRatio)
    draw({ context, width, height, colourOf: (name) => colourOf(element, name) })
  })
}

/** Resolves a colour by its element, because a canvas supports neither CSS variables nor light-dark(). */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(--color-${name})`
  return getComputedStyle(element).color
}

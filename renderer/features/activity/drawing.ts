import { useDevicePixelRatio, useElementSize, usePreferredDark } from '@vueuse/core'
import { computed, watchPostEffect, type Ref } from 'vue'
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
  const { pixelRatio } = useDevicePixelRatio()
  const { width, height } = useElementSize(canvas)

  const theme = computed(() => `${app.state.settings.theme} ${isSystemDark.value}`)

  // After the theme is on the page.
  watchPostEffect(() => {
    const { value: element } = canvas
    const context = element?.getContext('2d')
    if (!element || !context || !theme.value) return
    element.width = width.value * pixelRatio.value
    element.height = height.value * pixelRatio.value
    context.scale(pixelRatio.value, pixelRatio.value)
    draw({ context, width: width.value, height: height.value, colourOf: (name) => colourOf(element, name) })
  })
}

/** Resolves a colour by its element, because a canvas supports neither CSS variables nor light-dark(). */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(--color-${name})`
  return getComputedStyle(element).color
}

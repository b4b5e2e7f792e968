import type { BrowserWindow } from 'electron'
import { EventEmitter } from 'node:events'

/** The calls of a fake window, in order. */
export type WindowCall = 'show' | 'hide' | 'focus' | 'maximize' | 'restore'

/** A window for tests of showing it; tests set its state. */
export class FakeWindow extends EventEmitter {
  readonly calls: WindowCall[] = []
  /** Its page is zoomed by a person. */
  readonly webContents = Object.assign(new EventEmitter(), { getZoomFactor: () => 1.5 })
  visible = false
  minimised = false
  focused = false
  destroyed = false

  /** The same, as Electron's type. */
  get real(): BrowserWindow {
    return this as unknown as BrowserWindow
  }

  isVisible = (): boolean => this.visible
  isMinimized = (): boolean => this.minimised
  isFocused = (): boolean => this.focused
  isDestroyed = (): boolean => this.destroyed

  show(): void {
    this.calls.push('show')
    this.visible = true
  }
  hide(): void {
    this.calls.push('hide')
    this.visible = false
  }
  focus(): void {
    this.calls.push('focus')
  }
  maximize(): void {
    this.calls.push('maximize')
    this.visible = true
  }
  restore(): void {
    this.calls.push('restore')
    this.minimised = false
  }
  close(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

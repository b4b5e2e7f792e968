/**
 * Lines that Chromium and its libraries write to standard error on a healthy run. Every entry was observed on
 * a screen without a graphics card or a bus without a full desktop.
 */
export const CHROMIUM_NOISE: readonly RegExp[] = [
  // No graphics card: the GPU process exits, and Chromium draws in software.
  /:(ERROR|WARNING):(viz_main_impl|gpu_process_host|gpu_init|gl_\w+|angle_platform_impl|viz_\w+)\.cc/,
  /:(ERROR|WARNING):(command_buffer_proxy_impl|shared_image_\w+|one_copy_raster_buffer_provider)\.cc/,
  /:(ERROR|WARNING):(vaapi_\w+|vulkan_\w+|gbm_\w+|drm_\w+|gl_surface_\w+|gles2_\w+|skia_\w+)\.cc/,
  /^(libva|libEGL|MESA|MESA-LOADER|libGL) /i,
  // A bus without UPower, NetworkManager, login1, a portal or a notification service.
  /:(ERROR|WARNING):(bus|object_proxy|exported_object|portal_\w+|libnotify_\w+|power_\w+|upower_\w+|login\w*)\.cc/,
  // GTK and GLib: no such locale, theme, settings store or accessibility bus.
  /\((electron|process|session-desk):\d+\): (Gtk|Gdk|GLib|GLib-GIO|GLib-GObject|dconf|Atk|dbind|Pango)-/i,
  // GDK on a Wayland screen without a keyboard and a pointer.
  /:(ERROR|WARNING):browser_main_loop\.cc.* (Gdk|Gtk): g[dt]k_(seat|widget)_\w+: assertion /,
  // Chromium compares two clocks of a frame, which differ on a virtual screen under load.
  /:ERROR:display\.cc\(\d+\)\] Frame latency is negative: -[\d.]+ ms$/,
  // A screen without a window manager.
  /:(ERROR|WARNING):(atom_cache|x11_\w+)\.cc/,
  // A container has no sound and sets no process priority.
  /:(ERROR|WARNING):(alsa_util|pulse_\w+|audio_\w+|zygote_host_impl_linux|process_linux)\.cc/,
  /^ALSA lib /,
  // A message to a page that was just replaced, at a start or a quit under load.
  /:ERROR:interface_endpoint_client\.cc\(\d+\)\] Message \d+ rejected by interface blink\.mojom\.Widget(Host)?$/,
  // Chromium's own telemetry and TLS store on a new profile.
  /:(ERROR|WARNING):(nss_util|cert_verify_proc_builtin|elf_dynamic_array_reader)\.(cc|h)/,
]

const LOOKS_WRONG =
  /\b(error|uncaught|unhandled|unhandledpromiserejection\w*|exception|fatal|panic|abort(ed)?)\b/i

/** Whether a line of standard error reports an error, by its words. */
export function isErrorLine(line: string): boolean {
  return (
    (LOOKS_WRONG.test(line) || /\w+Error\b/.test(line)) && !CHROMIUM_NOISE.some((noise) => noise.test(line))
  )
}

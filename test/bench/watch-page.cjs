'use strict'
// A preload of the app's page and of the bare window's, before their own scripts. It reports when the window has its first paint, and
// the first screen is painted, takes a key, and is live, as epoch ms. It changes nothing but the email field and a button that it
// presses twice.
const { ipcRenderer } = require('electron')

const { name, came, request } = JSON.parse(process.env.BENCH_SCREEN)
const now = () => performance.timeOrigin + performance.now()
const say = (what, at = now()) => ipcRenderer.send('bench', what, at)
const soon = () => new Promise((resolve) => setTimeout(resolve))

/** The texts of the rows of the list; a row that only holds the place of one has none. */
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.trim()).filter(Boolean)
/** The bare window's has its type, and the app's its input mode. */
const emailField = () =>
  document.querySelector(':is(input[type=email], input[inputmode=email]):not(:disabled):not(:read-only)')

/** Resolves with the time at which this is true of the document; checks it after each change. */
function when(isTrue) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(check)
    function check() {
      if (!isTrue()) return
      observer.disconnect()
      resolve(now())
    }
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    check()
  })
}

/** The first paint of anything but the background, epoch ms. */
const firstPaint = new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name: paint, startTime } of list.getEntries())
      if (paint === 'first-paint') resolve(performance.timeOrigin + startTime)
  }).observe({ type: 'paint', buffered: true })
})
void firstPaint.then((at) => say('frame', at))

/** The paint that shows what has been in the document since `at`: the first one, or the next frame after it. */
async function paintAfter(at) {
  const frame = new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(now()))))
  const first = await firstPaint
  return first >= at ? first : Math.max(first, await frame)
}

async function watchSignIn() {
  const heading = when(() =>
    [...document.querySelectorAll('h1')].some(({ textContent }) => textContent.trim() === 'Sign in'),
  )
  void heading.then(paintAfter).then((at) => say('painted', at))
  await when(() => emailField() !== null)
  document.addEventListener('input', ({ isTrusted, target }) => {
    if (isTrusted && target === emailField()) say('typed')
  })
  ipcRenderer.on('bench', () => emailField()?.focus())
  say('field')
  // The bare window has no button that only works once a script has run.
  if (request[0] !== 'echo') await showsPassword()
}

/** Presses the button beside the password until it shows the characters, and then hides them again. */
async function showsPassword() {
  const password = () =>
    document.querySelector('form input[autocomplete=current-password], form input[type=password]')
  const press = () => password()?.parentElement.querySelector('button')?.click()
  for (;;) {
    press()
    await soon()
    if (password()?.type === 'text') break
  }
  press()
}

async function watchList() {
  const painted = when(() => rows().length > 0).then(paintAfter)
  void painted.then((at) => say('painted', at))
  await paintAfter(await when(() => rows().length > 0 && rows().some((row) => row.includes(came))))
}

void (name === 'list' ? watchList() : watchSignIn())
  .then(() => ipcRenderer.invoke(...request, null))
  .then(() => say('live'))

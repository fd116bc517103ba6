import { host } from '../../host/adapter'
import { config } from '../../host/config'
import { connect, listen, NoNativeApp, send } from '../../host/native/bridge'
import type { Ability, Hello, Insets } from '../../host/native/contract'
import { activate, firstLocale, seldomWords } from '../../i18n/load'
import { router } from '../../router'
import { hostScheme, isDark } from '../../theme/scheme'
import { followBack, goBack, hasBack } from '../around/back'
import { followGround } from '../around/ground'
import { follow, mirrored, restore } from '../around/mirror'
import { followResults } from '../around/results'
import { guardPages } from '../hostGuard'
import { followLinks, openOwn, openSystem } from './links'
import { followLock, isLocked } from './lock'
import { NativeBar } from './NativeBar'
import { nativePush } from './push'
import { checkRelease } from './release'
import { useMobilePaths } from './wire'

/** The first page of the host, without a path of its own to go back to. */
const HOME = /^\/native\/(cabinet\/?)?$/

/** Prepares the app for the native app around it (docs/native.md), before the first page resolves the session. */
export async function beginInNative(): Promise<void> {
  await seldomWords()
  let hello: Hello
  try {
    hello = await connect()
  } catch (error) {
    const reason = error instanceof NoNativeApp ? error.reason : 'internal'
    return showError(reason)
  }
  const can = (ability: Ability) => hello.abilities.includes(ability)
  useMobilePaths(hello)
  guardPages('native', can('tabs'))
  dress()
  inset(hello.insets)
  hostScheme(hello.scheme)
  if (can('storage')) await mirror(hello)
  if (can('push')) host.push = nativePush(hello.push)
  if (can('open')) host.outside = openSystem
  if (can('share')) shareByApp()
  if (can('biometry')) followLock()
  if (can('haptics')) followResults((kind) => send({ type: 'haptic', payload: { kind } }))
  host.Bar = NativeBar
  followLinks(can('open'))
  listen({
    insets: inset,
    scheme: ({ scheme }) => hostScheme(scheme),
    back: leadBack,
    link: ({ url }) => void openOwn(url),
    error: ({ reason }) => showError(reason),
  })
  followBack((has) => send({ type: 'back', payload: { is_taken: has || !HOME.test(location.pathname) } }))
  followGround((color) => send({ type: 'bars', payload: { color, scheme: isDark() ? 'dark' : 'light' } }))
  const quiet = router.subscribe('onRendered', () => {
    quiet()
    send({ type: 'ready', payload: {} })
  })
  router.subscribe('onResolved', () =>
    send({ type: 'back', payload: { is_taken: hasBack() || !HOME.test(location.pathname) } }),
  )
  void checkRelease(hello)
}

/** Shows why the app cannot work, in place of the page. */
function showError(reason: string): void {
  const path = `/native-error?reason=${reason}`
  // Before the first page there is nothing to navigate from.
  if (router.state.matches.length === 0) history.replaceState(null, '', `${host.basepath}${path}`)
  else void router.navigate({ href: path, replace: true })
}

/** The system's gesture leads back. On a first page without a way back, it leads home. */
function leadBack(): void {
  if (isLocked()) return
  if (hasBack()) goBack()
  else void router.navigate({ to: '/cabinet' })
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** The system covers parts of the screen, and its gesture replaces the page's own link back. */
function dress(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `body{padding:var(--inset-top,0) var(--inset-right,0) 0 var(--inset-left,0)}
    [data-tabs]{padding-bottom:max(8px,var(--inset-bottom,0))}
    #main{padding-bottom:calc(7rem + var(--inset-bottom,0px))}`,
  )
  document.adoptedStyleSheets.push(sheet)
}

function inset(insets: Insets): void {
  for (const side of SIDES) document.documentElement.style.setProperty(`--inset-${side}`, `${insets[side]}px`)
}

async function mirror({ storage }: Hello): Promise<void> {
  try {
    const isRestored = restore(storage, localStorage)
    for (const [key, value] of Object.entries(mirrored(localStorage)))
      if (storage[key] !== value) send({ type: 'store', payload: { key, value } })
    follow(localStorage, (key, value) => send({ type: 'store', payload: { key, value } }))
    if (isRestored) await activate(firstLocale(config.tenant.languages))
  } catch {
    // The web view has no storage. The settings then last as long as the page.
  }
}

/** Pages share by the browser's own function, which a web view may lack. */
function shareByApp(): void {
  const share = async ({ title, text, url }: ShareData = {}) =>
    send({
      type: 'share',
      payload: { ...(title ? { title } : {}), ...(text ? { text } : {}), ...(url ? { url } : {}) },
    })
  Object.defineProperty(navigator, 'share', { configurable: true, value: share })
}

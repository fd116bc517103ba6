import { fragmentOf, launchOf, schemeOf } from '../host/launch'
import { isInside, onTheme, ready, scriptData } from '../host/messenger'
import { hostScheme } from '../theme/scheme'
import { notify } from '../ui/toast'
import { keepCampaign } from './campaign'
import { launched } from './launched'
import { isApiError } from './problem'
import { resolved, signedIn, signOut } from './session'
import { telegram } from './telegram'

const KEY = 'agio.telegram'

/**
 * Whom the messenger has let in, before the first page asks who is here: signs in whoever has registered. What was kept
 * for another user of the messenger goes first (specification, section 4).
 */
export async function beginInMessenger(): Promise<void> {
  const { initData, theme } = fragmentOf(location.hash)
  if (initData) history.replaceState(history.state, '', location.pathname + location.search)
  if (!isInside()) return
  const launch = launchOf(initData || scriptData())
  hostScheme(schemeOf(read(theme)))
  onTheme(hostScheme)
  ready()
  if (!launch) return
  try {
    if (isOther(launch.user)) await signOut()
    if (launch.isSent) await tellSource(launch.initData)
    if ((await resolved()).status === 'out') await enter(launch.initData)
    else launched.keep(launch.initData)
    localStorage.setItem(KEY, launch.user)
  } catch (error) {
    notify.failed(error)
  }
}

/** Somebody who has not registered does so on the sign-in page, by the same launch. */
async function enter(initData: string): Promise<void> {
  try {
    signedIn(await telegram.login(initData))
  } catch (error) {
    if (!isApiError(error) || error.code !== 'NOT_FOUND') throw error
    launched.keep(initData)
  }
}

/** Whoever sent them, or what the link names, is the campaign that they came by. Nothing waits on it, and without an answer nothing is noted. */
async function tellSource(initData: string): Promise<void> {
  const found = await telegram.source(initData).catch(() => undefined)
  const { referrer_telegram_id: who, utm_s, utm_m, utm_c } = found ?? {}
  if (who) keepCampaign({ utm_source: 'telegram', utm_medium: 'referral', utm_campaign: who })
  else if (utm_s)
    keepCampaign({ utm_source: utm_s, ...(utm_m && { utm_medium: utm_m }), ...(utm_c && { utm_campaign: utm_c }) })
}

function isOther(user: string): boolean {
  try {
    const kept = localStorage.getItem(KEY)
    return kept !== null && kept !== user
  } catch {
    return false
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

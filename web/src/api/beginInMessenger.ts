import { fragmentOf, launchOf, schemeOf } from '../host/launch'
import { isInside, ready, scriptData } from '../host/messenger'
import { hostScheme } from '../theme/scheme'
import { notify } from '../ui/toast'
import { keepCampaign } from './campaign'
import { launched } from './launched'
import { isApiError } from './problem'
import { resolved, signedIn, signOut } from './session'
import { telegram } from './telegram'

const KEY = 'agio.telegram'

/**
 * Signs in a registered messenger user before the first page resolves the session. Signs out first if the stored
 * session belongs to another messenger user (specification, "States and transitions").
 */
export async function beginInMessenger(): Promise<void> {
  const { initData, theme } = fragmentOf(location.hash)
  if (initData) history.replaceState(history.state, '', location.pathname + location.search)
  if (!isInside()) return
  const launch = launchOf(initData || scriptData())
  hostScheme(schemeOf(read(theme)))
  ready()
  if (!launch) return
  // The page shows what is continued, and asks the other device.
  if (launch.code) history.replaceState(null, '', `/messenger/on-phone/order#${launch.code}`)
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

/** Keeps the launch data of an unregistered user: the sign-in page registers with it. */
async function enter(initData: string): Promise<void> {
  try {
    signedIn(await telegram.login(initData))
  } catch (error) {
    if (!isApiError(error) || error.code !== 'NOT_FOUND') throw error
    launched.keep(initData)
  }
}

/** Records the referrer, or the parameters of the link, as the campaign. Failures are ignored. */
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

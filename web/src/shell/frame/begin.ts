import type { Endpoint, Transaction } from '../../api/exchangeTypes'
import { isApiError } from '../../api/problem'
import { sessionStore } from '../../api/session'
import { catalogueQuery } from '../../domain/queries'
import { exchangeDraft, typeAmount } from '../../features/exchange/draft'
import { host } from '../../host/adapter'
import { config } from '../../host/config'
import { activate, seldomWords } from '../../i18n/load'
import { queries, router } from '../../router'
import { hostScheme } from '../../theme/scheme'
import { stopPages } from '../hostGuard'
import { rolesOf, TEXT_ROLES, type TextRoles } from './colours'
import { CarryOrder } from './CarryOrder'
import { FrameBar } from './FrameBar'
import { type EndWish, type Launch, type LaunchProblem, readLaunch, type TabSide } from './launch'
import { connect, originAround, tell } from './tell'
import { setWayBack, signedWayBack, wayBackOf } from './wayBack'
import { checkLaunch, useWidgetPaths } from './wire'
import './frame.css'

/** Prepares the app for a page of another company, before the first page resolves the session. */
export async function beginInFrame(): Promise<void> {
  leaveLinkedPage()
  const origin = originAround()
  connect(origin)
  const query = location.search
  const who = { apiKey: new URLSearchParams(query).get('apiKey') ?? '', page: origin }
  document.documentElement.dataset.frame = location.hash === '#overlay' ? 'overlay' : ''
  // The preview in our own page has the session of that page.
  if (origin !== location.origin) useWidgetPaths(who)
  // Balances do not exist here, neither as a page nor as an end of an exchange.
  config.tenant.features = config.tenant.features.filter((feature) => feature !== 'balances')
  host.leave = (url) => void window.open(url, '_blank')
  try {
    const { refused, parameters, logo } = await checkLaunch(who, query)
    if (logo) host.widget.logo = logo
    const given = Object.fromEntries(new URLSearchParams(query))
    const all = new URLSearchParams({ ...given, ...parameters }).toString()
    const { launch, problems } = readLaunch(all, refused)
    report(problems)
    await apply(launch)
    goOn(launch)
    followHeight()
    followSession()
    followTransactions(launch)
    const { externalTransactionId, externalCustomerId } = launch
    tell({
      type: 'ready',
      payload: {
        ...(externalTransactionId ? { externalTransactionId } : {}),
        ...(externalCustomerId ? { externalCustomerId } : {}),
      },
    })
  } catch (error) {
    report([{ parameter: '', rule: ruleOf(error) }])
    // Every page shows why nothing opens.
    stopPages(error)
  }
}

/** A link that opened a new tab without the launch parameters: the page exists in the browser's own host. */
function leaveLinkedPage(): void {
  if (self !== top || new URLSearchParams(location.search).has('apiKey')) return
  location.replace(`${location.pathname.replace(/^\/frame\/*/, '/')}${location.search}`)
}

/** Opens the transaction that the launch names. Its page asks for the sign-in, and shows only the customer's own. */
function goOn({ transactionId }: Launch): void {
  if (!transactionId || location.pathname !== '/frame/exchange') return
  router.history.replace(`/frame/transaction/exchange/${transactionId}${location.search}${location.hash}`)
}

/** The broken rule of a refused launch. */
function ruleOf(error: unknown): string {
  if (!isApiError(error)) return 'unreachable'
  const { reason } = error.meta
  return typeof reason === 'string' ? reason : error.code.toLowerCase()
}

/** The loader repeats these in the console of the page around. */
function report(problems: readonly LaunchProblem[]): void {
  for (const payload of problems) tell({ type: 'problem', payload })
}

async function apply(launch: Launch): Promise<void> {
  host.Bar = FrameBar
  host.Carry = CarryOrder
  document.documentElement.dataset.hides = launch.hides.join(' ')
  if (launch.email) host.widget.email = launch.email
  host.widget.isEmailLocked = launch.isEmailLocked && launch.email !== undefined
  if (launch.phone) host.widget.phone = launch.phone
  host.widget.isPhoneLocked = launch.isPhoneLocked && launch.phone !== undefined
  host.widget.person = launch.person
  hostScheme(launch.scheme)
  paint(launch)
  await Promise.all([seldomWords(), wishPair(launch)])
  if (launch.language) await activate(launch.language)
}

/** Sets the partner's colours for the present scheme, and again when it changes. */
function paint({ colours }: Launch): void {
  if (Object.keys(colours).length === 0) return
  const page = document.documentElement
  let set: string[] = []
  let isFirst = true
  const show = () => {
    for (const name of set) page.style.removeProperty(name)
    const own = getComputedStyle(page)
    const texts = Object.fromEntries(TEXT_ROLES.map((role) => [role, own.getPropertyValue(`--${role}`).trim()]))
    const { roles, problems } = rolesOf(colours, page.dataset.theme === 'dark' ? 'dark' : 'light', texts as TextRoles)
    set = Object.keys(roles).map((role) => `--${role}`)
    for (const [role, color] of Object.entries(roles)) page.style.setProperty(`--${role}`, color)
    if (isFirst) report(problems)
    isFirst = false
  }
  show()
  new MutationObserver(show).observe(page, { attributeFilter: ['data-theme'] })
}

/** Begins the draft of the exchange with the partner's values. */
async function wishPair(launch: Launch): Promise<void> {
  const { from, to, tab, amount } = launch
  const wished = from.currency ?? to.currency
  const { currencies, payways } = await queries.fetchQuery(catalogueQuery)
  const isKnown = ({ currency, payway }: EndWish) =>
    (!currency || currencies.some(({ code }) => code === currency.value)) &&
    (!payway || payways.some(({ code }) => code === payway.value))
  const unknown = (['from', 'to'] as const).filter((end) => !isKnown(launch[end]))
  report(unknown.map((end) => ({ parameter: `${end}Currency`, rule: 'unknown' })))
  const ends = { from: unknown.includes('from') ? {} : from, to: unknown.includes('to') ? {} : to }
  const kind = (wish: EndWish) => currencies.find(({ code }) => code === wish.currency?.value)?.kind
  const side = tab?.side ?? (wished ? sideOf(kind(ends.from), kind(ends.to)) : undefined)
  const meant = (wish: EndWish): Endpoint | undefined => {
    const found = currencies.find(({ code }) => code === wish.currency?.value)
    return found && ({ currency: found.code, payway: wish.payway?.value ?? found.payways[0] } as Endpoint)
  }
  const pair = { from: meant(ends.from), to: meant(ends.to) }
  for (const end of ['from', 'to'] as const) {
    const { currency, payway } = ends[end]
    const fixed = {
      ...(currency?.isFixed ? { currency: currency.value } : {}),
      ...(payway?.isFixed ? { payway: payway.value } : {}),
    }
    if (Object.keys(fixed).length > 0) host.widget[end] = fixed
  }
  host.widget.isSideFixed =
    tab?.isOnly === true || host.widget.from?.currency !== undefined || host.widget.to?.currency !== undefined
  host.widget.isAmountLocked = launch.isAmountLocked && amount !== undefined
  exchangeDraft.set((draft) => {
    const begun = { ...draft, ...(side ? { side, from: undefined, to: undefined } : {}), ...withoutNone(pair) }
    const typed = amount ? typeAmount(begun, pair, amount.end, amount.value) : begun
    if (!launch.address || !pair.to || !to.payway) return typed
    const requisite = { kind: 'address' as const, value: launch.address }
    return { ...typed, payoutKind: 'address', requisite, requisiteLabel: launch.address }
  })
}

type Kind = 'fiat' | 'crypto' | undefined

/** The kind of exchange that leads from one kind of currency to another. */
const sideOf = (from: Kind, to: Kind): TabSide => {
  if (from === 'crypto') return to === 'crypto' ? 'SWAP' : 'SELL'
  return to === 'fiat' ? 'SELL' : 'BUY'
}

const withoutNone = (pair: { from: Endpoint | undefined; to: Endpoint | undefined }) => ({
  ...(pair.from ? { from: pair.from } : {}),
  ...(pair.to ? { to: pair.to } : {}),
})

/** Reports the height of the page to the page around. */
function followHeight(): void {
  let told = 0
  const measure = () => {
    const px = Math.ceil(document.getElementById('root')?.getBoundingClientRect().height ?? 0)
    if (px === 0 || px === told) return
    told = px
    tell({ type: 'height', payload: { px } })
  }
  const page = document.getElementById('root')
  if (page) new ResizeObserver(measure).observe(page)
}

function followSession(): void {
  let told: 'in' | 'out' | undefined
  sessionStore.subscribe(() => {
    const { status } = sessionStore.current()
    if ((status !== 'in' && status !== 'out') || status === told) return
    told = status
    tell({ type: 'session', payload: { status } })
  })
}

/** Reports each new status of a displayed transaction. */
function followTransactions(launch: Launch): void {
  const { externalTransactionId } = launch
  const told = new Map<string, string>()
  queries.getQueryCache().subscribe(({ query }) => {
    const [name, id, ...more] = query.queryKey
    if (name !== 'transaction' || typeof id !== 'string' || more.length > 0) return
    const { status } = (query.state.data ?? {}) as Partial<Transaction>
    if (!status || told.get(id) === status) return
    told.set(id, status)
    const wayBack = wayBackOf(launch, { id, status })
    setWayBack(wayBack)
    if (wayBack) void signedWayBack(id, wayBack).then(setWayBack)
    const external = externalTransactionId ? { externalTransactionId } : {}
    tell({ type: 'transaction', payload: { transactionId: id, status, ...external } })
  })
}

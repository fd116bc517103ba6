import type { PersonWish } from '../../host/adapter'
import { LOCALES, type Locale } from '../../i18n/locale'

/**
 * The launch parameters of the widget (specification, "Entities and their fields"). Unknown ones are ignored; bad ones
 * are reported to the page around and otherwise ignored. The server has checked the signature and named the parameters
 * that it does not allow.
 */
export type Launch = {
  apiKey: string
  language?: Locale
  scheme?: 'light' | 'dark'
  /** Typed colours by their names in the specification. */
  colours: Partial<Record<ColourName, string>>
  from: EndWish
  to: EndWish
  amount?: { end: 'from' | 'to'; value: string }
  isAmountLocked: boolean
  /** The only kind that is shown, or the one that is shown first. */
  tab?: { side: TabSide; isOnly: boolean }
  hides: Hidden[]
  email?: string
  isEmailLocked: boolean
  phone?: string
  isPhoneLocked: boolean
  person: PersonWish
  address?: string
  /** A transaction of the customer to go on with. */
  transactionId?: string
  externalTransactionId?: string
  externalCustomerId?: string
  returnUrl?: string
  returnFailUrl?: string
}

/** A partner's value for an endpoint. The customer can change a suggestion, not a fixed value. */
export type EndWish = { currency?: Wish; payway?: Wish }
export type Wish = { value: string; isFixed: boolean }

export type TabSide = 'BUY' | 'SELL' | 'SWAP'

export type LaunchProblem = { parameter: string; rule: string }

/** The specification's spelling. */
export const COLOUR_NAMES = [
  'BrandColor',
  'ButtonPimary',
  'ButtonPimaryDisabled',
  'ButtonPimaryPressed',
  'TextButton',
  'TextDisabledButton',
  'BgPrimary',
  'BgSecondary',
  'BgTertiary',
] as const
export type ColourName = (typeof COLOUR_NAMES)[number]

/** Parts that a partner can hide. */
export type Hidden = 'brand' | 'back' | 'swap' | 'logout' | 'send' | 'save'

const HIDES: Record<string, Hidden> = {
  isHideBackButton: 'back',
  isHideSwapButton: 'swap',
  isHideLogoutButton: 'logout',
  isHideSendFundsButton: 'send',
  isHideSaveRequisiteButton: 'save',
}

const COLOUR = /^#[0-9a-f]{6}$/i
const AMOUNT = /^\d{1,18}(\.\d{1,18})?$/
const CURRENCY = /^[A-Z0-9]{2,10}$/
const PAYWAY = /^[a-z0-9_]{2,20}$/
/** Only a first check: the server validates an address that is used. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^[+\d][\d\s().-]{4,30}$/
const NAME = /^\P{Cc}{2,50}$/u
const DATE = /^\d{4}-\d{2}-\d{2}$/
const COUNTRY = /^[A-Z]{2}$/
const ADDRESS = /^[\x21-\x7e]{1,100}$/
const TRANSACTION = /^ord_[0-9a-f]{32}$/
/** As the server checks it: up to 100 characters, none of them a control character. */
const ID = /^\P{Cc}{1,100}$/u
const TABS: Record<string, TabSide> = { buy: 'BUY', sell: 'SELL', swap: 'SWAP' }

/** Parses a query. `refused` names the parameters that the server does not allow. */
export function readLaunch(
  query: string,
  refused: readonly LaunchProblem[],
): { launch: Launch; problems: LaunchProblem[] } {
  const given = new URLSearchParams(query)
  const problems = [...refused]
  const denied = new Set(refused.map(({ parameter }) => parameter))

  /** The value of a parameter in another form; `undefined` if it is absent, not allowed or bad. */
  const read = <T>(name: string, form: (text: string) => T | undefined): T | undefined => {
    const text = given.get(name)
    if (text === null || denied.has(name)) return undefined
    const value = form(text)
    if (value === undefined) problems.push({ parameter: name, rule: 'invalid' })
    return value
  }
  const shaped = (shape: RegExp) => (text: string) => (shape.test(text) ? text : undefined)
  const yes = (name: string, otherwise = false) =>
    read(name, (text) => (text === 'true' ? true : text === 'false' ? false : undefined)) ?? otherwise
  const wish = (name: string, shape: RegExp): Wish | undefined => {
    const fixed = read(name, shaped(shape))
    const value = fixed ?? read(`${name}Default`, shaped(shape))
    return value === undefined ? undefined : { value, isFixed: fixed !== undefined }
  }
  const end = (name: 'from' | 'to'): EndWish =>
    known({ currency: wish(`${name}Currency`, CURRENCY), payway: wish(`${name}Payway`, PAYWAY) })
  const tab = (name: string) => read(name, (text) => TABS[text.toLowerCase()])
  const place = (name: string) => read(name, (text) => (isHttp(text) ? text : undefined))

  const theme = read('themeColor', (text) =>
    text === 'light' || text === 'dark' || COLOUR.test(text) ? text : undefined,
  )
  const [fromAmount, toAmount] = [read('fromAmount', shaped(AMOUNT)), read('toAmount', shaped(AMOUNT))]
  if (fromAmount !== undefined && toAmount !== undefined) problems.push({ parameter: 'toAmount', rule: 'one_amount' })
  const [only, first] = [tab('displayTab'), tab('defaultTab')]
  const side = only ?? first
  const hidden = Object.keys(HIDES).filter((name) => yes(name))
  const launch: Launch = {
    apiKey: given.get('apiKey') ?? '',
    colours: {
      ...(theme?.startsWith('#') ? { BrandColor: theme } : {}),
      ...read('customerColors', (text) => coloursOf(text, problems)),
    },
    from: end('from'),
    to: end('to'),
    isAmountLocked: yes('isAmountLocked'),
    isEmailLocked: yes('isEmailLocked'),
    isPhoneLocked: yes('isPhoneLocked'),
    person: known({
      firstName: read('firstName', shaped(NAME)),
      lastName: read('lastName', shaped(NAME)),
      dateOfBirth: read('dateOfBirth', shaped(DATE)),
      residenceCountry: read('residenceCountry', shaped(COUNTRY)),
    }),
    hides: [
      ...hidden.map((name) => HIDES[name] as Hidden),
      ...(yes('isBrandDisplayed', true) ? [] : ['brand' as const]),
    ],
    ...known({
      language: read('language', (text) => LOCALES.find((locale) => locale === text.toLowerCase())),
      scheme: theme === 'light' || theme === 'dark' ? (theme as 'light' | 'dark') : undefined,
      amount:
        fromAmount !== undefined
          ? { end: 'from' as const, value: fromAmount }
          : toAmount !== undefined
            ? { end: 'to' as const, value: toAmount }
            : undefined,
      tab: side && { side, isOnly: only !== undefined },
      email: read('email', shaped(EMAIL)),
      phone: read('phone', shaped(PHONE)),
      address: read('address', shaped(ADDRESS)),
      transactionId: read('transactionId', shaped(TRANSACTION)),
      externalTransactionId: read('externalTransactionId', shaped(ID)),
      externalCustomerId: read('externalCustomerId', shaped(ID)),
      returnUrl: place('returnUrl'),
      returnFailUrl: place('returnFailUrl'),
    }),
  }
  return { launch, problems }
}

type Known<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** The fields that have a value. */
function known<T extends object>(fields: T): Known<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<T>
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The colours of a JSON object. Each bad one is reported by its own name. */
function coloursOf(text: string, problems: LaunchProblem[]): Launch['colours'] | undefined {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
    const all = Object.entries(given).filter(([name]) => (COLOUR_NAMES as readonly string[]).includes(name))
    const isColour = ([, value]: [string, unknown]) => typeof value === 'string' && COLOUR.test(value)
    for (const [name] of all.filter((each) => !isColour(each)))
      problems.push({ parameter: `customerColors.${name}`, rule: 'invalid' })
    return Object.fromEntries(all.filter(isColour)) as Launch['colours']
  } catch {
    return undefined
  }
}

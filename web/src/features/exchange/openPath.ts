import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { CurrencyInfo } from '../../api/exchangeTypes'
import { isZeroDecimal } from '../../domain/decimal'
import { balancesQuery, catalogueQuery } from '../../domain/queries'
import { balancePath, type MovementPath } from './balancePath'
import { exchangeDraft } from './draft'
import { draftWith } from './firstDraft'
import { landing, stepPage } from './flow'
import { beginMovement } from './movement'

/** Redirects from an address below /balances to the page that it names. Throws `notFound` for an unknown address. */
export async function openPath(words: readonly string[], queries: QueryClient): Promise<never> {
  const path = balancePath(words)
  switch (path?.to) {
    case undefined:
      throw notFound()
    case 'transaction': {
      const params = { transactionType: path.type, externalId: path.id }
      throw redirect({ to: '/transaction/$transactionType/$externalId', params, replace: true })
    }
    case 'onboarding':
      throw redirect({ to: '/onboarding/$', params: { _splat: `${path.product}/progress` }, replace: true })
    case 'details': {
      const params = { place: 'details', currency: path.currency }
      const search = path.payway ? { payway: path.payway } : {}
      throw redirect({ to: '/balances/$place/{-$currency}', params, search, replace: true })
    }
    case 'movement':
      await choose(path, queries)
      throw redirect({ ...pageOf(path), replace: true })
  }
}

/** Starts the draft of the movement with the currency and the payway of the address. A draft that fits stays. */
async function choose({ action, currency: code, kind }: MovementPath, queries: QueryClient): Promise<void> {
  const { currencies, payways } = await queries.ensureQueryData(catalogueQuery)
  const waysOf = (one: CurrencyInfo) =>
    one.payways.filter((way) => payways.some((each) => each.code === way && each.kind === kind))
  const named = currencies.find((one) => one.code === code)
  if (code !== undefined && !named) throw notFound()
  beginMovement(action)
  if (!named && !kind) return
  const wanted = [exchangeDraft.get().from?.currency, ...(action === 'withdraw' ? await held(queries) : []), 'EUR']
  const rank = ({ code }: CurrencyInfo) => (wanted.includes(code) ? wanted.indexOf(code) : wanted.length)
  const [first] = currencies.filter((one) => waysOf(one).length > 0).sort((a, b) => rank(a) - rank(b))
  const chosen = named ?? first
  if (chosen) exchangeDraft.set((now) => draftWith(now, chosen.code, action === 'convert' ? [] : waysOf(chosen)))
}

/** The currencies with money on the balance. */
async function held(queries: QueryClient): Promise<string[]> {
  const { data } = await queries.ensureQueryData(balancesQuery)
  return data.filter(({ posted }) => !isZeroDecimal(posted)).map(({ currency }) => currency)
}

/** The page of an address, or the first step before it that is not done. */
function pageOf({ action: transactionType, page }: MovementPath) {
  const draft = exchangeDraft.get()
  if (page === 'personal-info') return { to: '/exchange/personal-info' } as const
  if (page === 'personal-data')
    return { to: '/transaction/$transactionType/declarative-personal-data', params: { transactionType } } as const
  if (typeof page === 'string') return stepPage(landing(page, draft), draft)
  const params = { transactionType, _splat: page.verify }
  return { to: '/transaction/$transactionType/verification/$', params } as const
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { CurrencyCode } from '../api/exchangeTypes'
import type { components } from '../api/schema.gen'
import { moneyText } from '../i18n/format'
import { lazyPart } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'
import { CurrencyIcon } from '../ui/CurrencyIcon'
import { BalanceMove } from './BalanceMove'
import type { BalanceLink } from './BalanceRows'
import { useCatalogue } from './catalogue'
import { isZeroDecimal } from './decimal'
import { briefMoneyText } from './money'
import { ExactAmount } from './ExactAmount'

const PriceSpark = lazyPart(() => import('./chart/PriceSpark'), seldomWords)

type Balance = components['schemas']['Balance']

type BalanceRowProps = {
  balance: Balance
  /** The main currency, if there are rates. */
  main: CurrencyCode | undefined
  link: BalanceLink
  hasSpark: boolean
}

/** A balance: its name and movement at the left, its value and amount at the right. */
export function BalanceRow({ balance, main, link, hasSpark }: BalanceRowProps) {
  const { i18n } = useLingui()
  const names = useCatalogue()
  const { currency, posted, main_value } = balance
  const name = names.data?.currencies.find(({ code }) => code === currency)?.name ?? currency
  const worth = main && main !== currency && main_value ? { amount: main_value, currency: main } : undefined
  return (
    <div className="relative -mx-2 flex min-h-[58px] items-center gap-3 rounded-control px-2 py-2 has-[a:hover]:bg-sunken">
      <CurrencyIcon code={currency} />
      <div className={`grid flex-1 gap-0.5 ${worth ? 'min-w-16 min-[360px]:min-w-19' : 'min-w-20'}`}>
        <span className="t-row wrap-anywhere">{link(currency, name)}</span>
        <span className="t-cap text-muted">
          <Detail balance={balance} isMain={main === currency} />
        </span>
      </div>
      {hasSpark && main ? (
        <span className="w-[50px] shrink-0 max-[359px]:hidden desk:mr-10 desk:w-[76px]">
          <Suspense fallback={null}>
            <PriceSpark from={currency} to={main} />
          </Suspense>
        </span>
      ) : null}
      <div className="grid min-w-0 justify-items-end gap-0.5 text-right">
        {worth ? <span className="t-row wrap-anywhere">{moneyText(worth, i18n.locale)}</span> : null}
        <span className={worth ? 't-cap text-muted' : 't-row'}>
          <ExactAmount amount={posted} currency={currency} />
        </span>
      </div>
    </div>
  )
}

/** What is on its way; else what is reserved; else the movement of the price; else how the currency can be paid. */
function Detail({ balance, isMain }: { balance: Balance; isMain: boolean }) {
  const { i18n } = useLingui()
  const names = useCatalogue()
  const { currency, posted, pending, coming, day_change_percent: moved } = balance
  const money = (amount: string) => briefMoneyText({ amount, currency }, i18n.locale)
  if (!isZeroDecimal(coming)) return <Trans>{money(coming)} on its way</Trans>
  if (!isZeroDecimal(pending)) return <Trans>{money(pending)} reserved</Trans>
  if (moved && !isMain && !isZeroDecimal(posted)) return <BalanceMove percent={moved} />
  const ways = names.data?.currencies.find(({ code }) => code === currency)?.payways ?? []
  return <Ways codes={ways} />
}

const WAYS_SHOWN = 2

/** The most common payways; further ones are only counted. */
function Ways({ codes }: { codes: readonly string[] }) {
  const names = useCatalogue()
  const ways = codes.flatMap((code) => names.data?.payways.find((way) => way.code === code) ?? [])
  const more = ways.length - WAYS_SHOWN
  return (
    <>
      {ways
        .slice(0, WAYS_SHOWN)
        .map((way) => way.name.replaceAll(' / ', '\u00a0/\u00a0'))
        .join('\u00a0· ')}
      {more > 0 ? `\u00a0+${more}` : null}
    </>
  )
}

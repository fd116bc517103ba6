import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { components } from '../api/schema.gen'
import { moneyText } from '../i18n/format'
import { ItemRow } from '../ui/ItemRow'
import { CurrencyIcon } from '../ui/CurrencyIcon'
import { Money } from '../ui/Money'
import { BalanceMove } from './BalanceMove'
import { useCatalogue } from './catalogue'
import { isZeroDecimal } from './decimal'
import { isSmall } from './smallBalances'

type Balances = components['schemas']['Balances']
type Balance = components['schemas']['Balance']

/** Wraps a row in a link to the page of its currency. */
export type BalanceLink = (currency: string, row: ReactNode) => ReactNode

type BalanceRowsProps = { balances: Balances; hideSmall: boolean; link: BalanceLink }

/** The balances, one row per currency, with the value in the main currency if rates are known. */
export function BalanceRows({ balances, hideSmall, link }: BalanceRowsProps) {
  const shown = hideSmall ? balances.data.filter((each) => !isSmall(each)) : balances.data
  const hidden = balances.data.length - shown.length
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((balance) => (
          <li key={balance.currency}>
            {link(balance.currency, <BalanceRow balance={balance} main={balances.total?.currency} />)}
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="border-line py-3 text-[13px] text-muted not-first:border-t">
          <Plural
            value={hidden}
            one="# small balance is hidden"
            few="# small balances are hidden"
            many="# small balances are hidden"
            other="# small balances are hidden"
          />
        </p>
      ) : null}
    </>
  )
}

function BalanceRow({ balance, main }: { balance: Balance; main: string | undefined }) {
  const { i18n } = useLingui()
  const names = useCatalogue()
  const { currency, posted, available, pending, main_value, day_change_percent: moved } = balance
  const info = names.data?.currencies.find(({ code }) => code === currency)
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const ways = info ? <Ways codes={info.payways} /> : undefined
  return (
    <ItemRow
      icon={<CurrencyIcon code={currency} />}
      title={
        <>
          {info?.name ?? currency}{' '}
          {moved && currency !== main && !isZeroDecimal(posted) ? (
            <small className="inline-block text-[13px]">
              <BalanceMove percent={moved} />
            </small>
          ) : null}
        </>
      }
      note={
        isZeroDecimal(pending) ? (
          ways
        ) : (
          <Trans>
            {money(available)} available, {money(pending)} reserved
          </Trans>
        )
      }
      value={money(posted)}
      below={main && main_value ? moneyText({ amount: main_value, currency: main }, i18n.locale) : undefined}
    />
  )
}

const WAYS_SHOWN = 3

/** The most common payways; further ones are only counted. */
function Ways({ codes }: { codes: readonly string[] }) {
  const names = useCatalogue()
  const ways = codes.flatMap((code) => names.data?.payways.find((way) => way.code === code) ?? [])
  const more = ways.length - WAYS_SHOWN
  return (
    <>
      {ways
        .slice(0, WAYS_SHOWN)
        .map((way) => way.name)
        .join('\u00a0· ')}
      {more > 0 ? `\u00a0+${more}` : null}
    </>
  )
}

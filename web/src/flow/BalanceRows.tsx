import { Trans, useLingui } from '@lingui/react/macro'
import type { components } from '../api/schema.gen'
import { moneyText } from '../i18n/format'
import { ItemRow } from '../ui/Card'
import { CurrencyIcon } from '../ui/CurrencyIcon'

type Balances = components['schemas']['Balances']

/** What a person has, one currency a row, with its worth in the main currency where rates are known. */
export function BalanceRows({ balances }: { balances: Balances }) {
  const { i18n } = useLingui()
  const main = balances.total?.currency
  return (
    <ul className="divide-y divide-line">
      {balances.data.map(({ currency, posted, pending, main_value }) => (
        <li key={currency}>
          <ItemRow
            icon={<CurrencyIcon code={currency} />}
            title={currency}
            note={
              /[1-9]/.test(pending) ? (
                <Trans>{moneyText({ amount: pending, currency }, i18n.locale)} on hold</Trans>
              ) : undefined
            }
            value={moneyText({ amount: posted, currency }, i18n.locale)}
            below={main && main_value ? moneyText({ amount: main_value, currency: main }, i18n.locale) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

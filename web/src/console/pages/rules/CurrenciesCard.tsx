import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SearchField } from '../../../ui/SearchField'
import type { CurrencyRule } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Sheet } from '../../parts/Sheet'
import { CurrencyRow } from './CurrencyRow'
import type { SectionProps } from './useDraft'

const LONGEST = 10

/** The currencies: whether they are on, and within which amounts. */
export function CurrenciesCard({ rules, was, onChange }: SectionProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const found = rules.currencies.filter(({ currency }) => currency.toLowerCase().includes(text.trim().toLowerCase()))
  const change = (next: CurrencyRule) =>
    onChange?.({ currencies: rules.currencies.map((one) => (one.currency === next.currency ? next : one)) })
  const columns = [
    { name: t`Currency` },
    { name: t`On` },
    { name: t`Exchange` },
    { name: t`Smallest deposit` },
    { name: t`Smallest payout` },
    { name: t`EEA residents` },
    ...(onChange ? [{ name: t`Actions`, end: true }] : []),
  ]
  return (
    <Card title={<Trans>Currencies</Trans>}>
      <div className="mb-4 flex desk:max-w-[320px]">
        <SearchField
          label={t`Find a currency`}
          placeholder={t`Find a currency`}
          value={text}
          onChange={setText}
          maxLength={LONGEST}
        />
      </div>
      {found.length === 0 ? (
        <p role="status" className="text-muted">
          <Trans>Nothing found</Trans>
        </p>
      ) : (
        <Sheet isFlat label={t`Currencies`} columns={columns}>
          {found.map((rule) => (
            <CurrencyRow
              key={rule.currency}
              rule={rule}
              was={was.currencies.find(({ currency }) => currency === rule.currency)}
              onChange={onChange && change}
            />
          ))}
        </Sheet>
      )}
    </Card>
  )
}

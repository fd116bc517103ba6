import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import type { LimitRule } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { PAYWAYS, usePaywayName } from '../../parts/paywayNames'
import { countryName, isCountryCode } from './countries'
import { EditForm } from './EditButton'
import { BOUNDS, type Bound, limitCurrency, limitFault, limitOf, type LimitTexts, limitTextsOf } from './limits'

type LimitFormProps = {
  rule?: LimitRule
  others: readonly LimitRule[]
  onApply: (rule: LimitRule) => void
  onRemove?: () => void
  onClose: () => void
}

const TIERS = ['T0', 'T1', 'T2', 'T3', 'T4']

/** Edits a limit rule: its conditions and its bounds. */
export function LimitForm({ rule, others, onApply, onRemove, onClose }: LimitFormProps) {
  const { t } = useLingui()
  const [texts, setTexts] = useState(() => limitTextsOf(rule ?? {}))
  const fault = limitFault(texts, others)
  const change = (part: Partial<LimitTexts>) => setTexts({ ...texts, ...part })
  const currency = limitCurrency(texts, rule)
  const labels: Record<Bound, string> = {
    min: t`Smallest payment, ${currency}`,
    max: t`Largest payment, ${currency}`,
    day: t`Most in 24 hours, ${currency}`,
    month: t`Most in 31 days, ${currency}`,
  }
  return (
    <EditForm isRight={fault === undefined} onApply={() => onApply(limitOf(texts, rule))} onClose={onClose}>
      {(isChecked) => (
        <>
          <Conditions texts={texts} onChange={change} isChecked={isChecked} />
          <div className="grid grid-cols-2 items-start gap-2">
            {BOUNDS.map((bound) => (
              <AmountField
                key={bound}
                label={labels[bound]}
                value={texts[bound]}
                onChange={(text) => change({ [bound]: text })}
                isChecked={isChecked}
                isOptional
              />
            ))}
          </div>
          {isChecked && fault === 'empty' ? (
            <Notice tone="bad">
              <Trans>Enter at least one amount.</Trans>
            </Notice>
          ) : null}
          {isChecked && fault === 'twice' ? (
            <Notice tone="bad">
              <Trans>There is a limit with these conditions. Change that one.</Trans>
            </Notice>
          ) : null}
          {onRemove ? (
            <Button variant="text" small onClick={onRemove}>
              <Trans>Delete this limit</Trans>
            </Button>
          ) : null}
        </>
      )}
    </EditForm>
  )
}

type ConditionsProps = { texts: LimitTexts; onChange: (part: Partial<LimitTexts>) => void; isChecked: boolean }

function Conditions({ texts, onChange, isChecked }: ConditionsProps) {
  const { t, i18n } = useLingui()
  const nameOf = usePaywayName()
  const isCountry = texts.country === '' || isCountryCode(texts.country)
  return (
    <>
      <Select label={t`Payment method`} value={texts.payway} onChange={(payway) => onChange({ payway })}>
        <option value="">{t`All payment methods together`}</option>
        {PAYWAYS.map((code) => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </Select>
      <Select label={t`Direction`} value={texts.direction} onChange={(direction) => onChange({ direction })}>
        <option value="">{t`Both together`}</option>
        <option value="in">{t`Payments in`}</option>
        <option value="out">{t`Payouts`}</option>
      </Select>
      <Select label={t`Tier`} value={texts.tier} onChange={(tier) => onChange({ tier })}>
        <option value="">{t`All tiers`}</option>
        {TIERS.map((tier) => (
          <option key={tier} value={tier}>
            {tier}
          </option>
        ))}
      </Select>
      <TextField
        label={t`Country of residence, empty for all`}
        hint={isCountryCode(texts.country) ? countryName(texts.country, i18n.locale) : t`Two letters, such as CH`}
        value={texts.country}
        onChange={(text) => onChange({ country: text.trim().toUpperCase() })}
        error={isChecked && !isCountry ? t`Enter the two letters of a country` : undefined}
        maxLength={2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  )
}

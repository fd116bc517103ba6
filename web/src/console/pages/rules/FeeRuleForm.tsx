import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import type { FeeRule, KeyHolder, Rules } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { PAYWAYS, usePaywayName } from '../../parts/paywayNames'
import { Choice } from './Choice'
import { EditForm } from './EditButton'
import { FeeFields } from './FeeFields'
import { LINES, OPERATIONS } from './feeRuleText'
import { type Choices, feeRuleOf, feeRuleTexts, isFeeRule, isName } from './feeRules'
import { partnerChoices, partnerName } from './partnerNames'

/** The tiers of customers. */
export const TIERS = ['T0', 'T1', 'T2', 'T3', 'T4'] as const
const NAME_LONGEST = 60

const keys = <K extends string>(names: Record<K, unknown>) => Object.keys(names) as K[]

type FeeRuleFormProps = {
  rule: FeeRule
  rules: Rules
  partners: readonly KeyHolder[]
  onApply: (rule: FeeRule) => void
  onClose: () => void
}

/** Edits a fee rule: its name, when it applies, and what it charges. */
export function FeeRuleForm({ rule, rules, partners, onApply, onClose }: FeeRuleFormProps) {
  const { t } = useLingui()
  const [texts, setTexts] = useState(() => feeRuleTexts(rule))
  const others = rules.fee_rules.map(({ name }) => name).filter((name) => name !== rule.name)
  const { currency } = rule.fee
  const band = rule.amount?.currency ?? currency
  const isMargin = texts.choices.line === 'network_fee'
  return (
    <EditForm isRight={isFeeRule(texts, others)} onApply={() => onApply(feeRuleOf(rule, texts))} onClose={onClose}>
      {(isChecked) => (
        <>
          <TextField
            label={t`Name of the rule`}
            value={texts.name}
            onChange={(name) => setTexts({ ...texts, name })}
            error={isChecked && !isName(texts.name, others) ? t`Enter a name that no other rule has` : undefined}
            maxLength={NAME_LONGEST}
            autoComplete="off"
          />
          <Conditions
            choices={texts.choices}
            rules={rules}
            partners={partners}
            onChange={(part) => setTexts({ ...texts, choices: { ...texts.choices, ...part } })}
          />
          {isMargin ? (
            <AmountField
              label={t`Margin on the network fee, percent`}
              value={texts.fee.percent}
              onChange={(percent) => setTexts({ ...texts, fee: { ...texts.fee, percent } })}
              isChecked={isChecked}
            />
          ) : (
            <>
              <div className="grid grid-cols-2 items-start gap-2">
                <AmountField
                  label={t`Given from, ${band}`}
                  value={texts.from}
                  onChange={(from) => setTexts({ ...texts, from })}
                  isChecked={isChecked}
                  isOptional
                />
                <AmountField
                  label={t`Given below, ${band}`}
                  value={texts.below}
                  onChange={(below) => setTexts({ ...texts, below })}
                  isChecked={isChecked}
                  isOptional
                />
              </div>
              <FeeFields
                hasBounds
                currency={currency}
                texts={texts.fee}
                onChange={(fee) => setTexts({ ...texts, fee })}
                isChecked={isChecked}
              />
            </>
          )}
        </>
      )}
    </EditForm>
  )
}

type ConditionsProps = {
  choices: Choices
  rules: Rules
  partners: readonly KeyHolder[]
  onChange: (part: Partial<Choices>) => void
}

function Conditions({ choices, rules, partners, onChange }: ConditionsProps) {
  const { t, i18n } = useLingui()
  const name = usePaywayName()
  const currencies = rules.currencies.map(({ currency }) => currency)
  return (
    <>
      <Select
        label={t`Fee`}
        value={choices.line}
        onChange={(code) => onChange({ line: keys(LINES).find((one) => one === code) ?? choices.line })}
      >
        {keys(LINES).map((line) => (
          <option key={line} value={line}>
            {i18n._(LINES[line])}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 items-start gap-2">
        <Choice
          label={t`Operation`}
          value={choices.operation}
          all={keys(OPERATIONS)}
          nameOf={(one) => i18n._(OPERATIONS[one])}
          onChange={(operation) => onChange({ operation })}
        />
        <Choice label={t`Tier`} value={choices.tier} all={TIERS} onChange={(tier) => onChange({ tier })} />
        <Choice
          label={t`Paid by`}
          value={choices.paid_by}
          all={PAYWAYS}
          nameOf={name}
          onChange={(paid_by) => onChange({ paid_by })}
        />
        <Choice
          label={t`Paid out by`}
          value={choices.paid_out_by}
          all={PAYWAYS}
          nameOf={name}
          onChange={(paid_out_by) => onChange({ paid_out_by })}
        />
        <Choice label={t`Gives`} value={choices.given} all={currencies} onChange={(given) => onChange({ given })} />
        <Choice
          label={t`Receives`}
          value={choices.received}
          all={currencies}
          onChange={(received) => onChange({ received })}
        />
      </div>
      <Choice
        label={t`Partner`}
        value={choices.partner}
        all={partnerChoices(choices.partner, partners)}
        nameOf={(profile) => partnerName(profile, partners)}
        onChange={(partner) => onChange({ partner })}
      />
    </>
  )
}

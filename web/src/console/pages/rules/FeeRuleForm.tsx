import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import type { FeeRule, Rules } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { PAYWAYS, usePaywayName } from '../../parts/paywayNames'
import { EditForm } from './EditButton'
import { FeeFields } from './FeeFields'
import { LINES, OPERATIONS } from './feeRuleText'
import { type Choices, feeRuleOf, feeRuleTexts, isFeeRule, isName, isPartner } from './feeRules'

const TIERS = ['T0', 'T1', 'T2', 'T3', 'T4'] as const
const NAME_LONGEST = 60
const PROFILE_LONGEST = 36

const keys = <K extends string>(names: Record<K, unknown>) => Object.keys(names) as K[]

type FeeRuleFormProps = { rule: FeeRule; rules: Rules; onApply: (rule: FeeRule) => void; onClose: () => void }

/** Edits a fee rule: its name, when it applies, and what it charges. */
export function FeeRuleForm({ rule, rules, onApply, onClose }: FeeRuleFormProps) {
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
            isChecked={isChecked}
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
  isChecked: boolean
  onChange: (part: Partial<Choices>) => void
}

function Conditions({ choices, rules, isChecked, onChange }: ConditionsProps) {
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
      <TextField
        label={t`Partner, by its profile`}
        hint={t`Empty for all customers`}
        value={choices.partner ?? ''}
        onChange={(partner) => onChange({ partner: partner.trim() })}
        error={isChecked && !isPartner(choices.partner) ? t`Enter the id of a profile: prf_ and 32 digits` : undefined}
        maxLength={PROFILE_LONGEST}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}

type ChoiceProps<T extends string> = {
  label: ReactNode
  value: T | undefined
  all: readonly T[]
  nameOf?: (one: T) => string
  onChange: (one: T | undefined) => void
}

/** A condition with one of a few values, or with any. */
function Choice<T extends string>({ label, value, all, nameOf = (one) => one, onChange }: ChoiceProps<T>) {
  const { t } = useLingui()
  return (
    <Select label={label} value={value ?? ''} onChange={(code) => onChange(all.find((one) => one === code))}>
      <option value="">{t`Any`}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </Select>
  )
}

import type { ReactNode } from 'react'
import { SwitchRow } from '../../../ui/SwitchRow'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { EditButton } from './EditButton'
import { RuleName } from './RuleName'

type OptionalRuleCardProps<Rule> = {
  name: string
  /** The rule of the version in force; undefined if it is off. */
  was: Rule | undefined
  rule: Rule | undefined
  facts: { name: string; value: ReactNode }[]
  switchLabel: string
  /** What holds while the rule is off, for operators who may not change it. */
  off: ReactNode
  /** What the console proposes when the rule is switched on for the first time. */
  first: Rule
  form: (rule: Rule, close: () => void) => ReactNode
  /** Absent for operators who may not change the rules. */
  onSwitch: ((rule: Rule | undefined) => void) | undefined
}

/** A rule that a tenant may leave out: a switch, and its values while it is on. */
export function OptionalRuleCard<Rule>({ name, was, rule, facts, onSwitch, ...of }: OptionalRuleCardProps<Rule>) {
  const isOn = rule !== undefined
  return (
    <Card
      title={
        <RuleName was={was} now={rule}>
          {name}
        </RuleName>
      }
      aside={isOn && onSwitch ? <EditButton name={name}>{(close) => of.form(rule, close)}</EditButton> : null}
    >
      {isOn ? <Facts facts={facts} isWide /> : null}
      {onSwitch ? (
        <div className={`-mx-4 -mb-4 desk:-mx-[18px] ${isOn ? 'mt-4 border-t border-line' : ''}`}>
          <SwitchRow
            label={of.switchLabel}
            checked={isOn}
            onChange={(wanted) => onSwitch(wanted ? (was ?? of.first) : undefined)}
          />
        </div>
      ) : null}
      {!isOn && !onSwitch ? <p className="text-muted">{of.off}</p> : null}
    </Card>
  )
}

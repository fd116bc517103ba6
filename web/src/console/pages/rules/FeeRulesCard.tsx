import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import type { FeeRule, KeyHolder, Rules } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Panel } from '../../parts/Panel'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { DecidingButton } from './DecidingButton'
import { EditButton } from './EditButton'
import { FeeRuleForm } from './FeeRuleForm'
import { LINES, useFeeCharge, useFeeConditions } from './feeRuleText'
import { firstRule } from './feeRules'
import { RuleName } from './RuleName'
import type { SectionProps } from './useDraft'

const byName = (one: FeeRule, other: FeeRule) => one.name.localeCompare(other.name)

type FeeRulesCardProps = SectionProps & {
  /** The version that the rules were made from. */
  version: number
  partners: readonly KeyHolder[]
}

/** The exceptions to the fees: when they apply, and what they charge. */
export function FeeRulesCard({ rules, was, version, partners, onChange }: FeeRulesCardProps) {
  const { t } = useLingui()
  const put = (before: FeeRule | undefined, next: FeeRule) =>
    onChange?.({ fee_rules: [...rules.fee_rules.filter((one) => one !== before), next].toSorted(byName) })
  return (
    <Card
      title={<Trans>Fee rules</Trans>}
      aside={
        <span className="flex flex-wrap gap-2">
          <DecidingButton rules={rules} version={version} partners={partners} />
          {onChange ? <AddRule rules={rules} partners={partners} onAdd={(next) => put(undefined, next)} /> : null}
        </span>
      }
    >
      <p className="mb-3 text-muted">
        <Trans>
          A rule replaces a fee where all of its conditions hold. If several do, the one with the most conditions wins.
        </Trans>
      </p>
      {rules.fee_rules.length === 0 ? (
        <p>
          <Trans>There are no fee rules.</Trans>
        </p>
      ) : (
        <Sheet
          isFlat
          label={t`Fee rules`}
          columns={[{ name: t`Rule` }, { name: t`Fee` }, ...(onChange ? [{ name: t`Actions`, end: true }] : [])]}
        >
          {rules.fee_rules.map((rule) => (
            <RuleRow
              key={rule.name}
              rule={rule}
              rules={rules}
              partners={partners}
              was={was.fee_rules.find(({ name }) => name === rule.name)}
              onApply={onChange && ((next) => put(rule, next))}
              onDelete={() => onChange?.({ fee_rules: rules.fee_rules.filter((one) => one !== rule) })}
            />
          ))}
        </Sheet>
      )}
    </Card>
  )
}

type RuleRowProps = {
  rule: FeeRule
  rules: Rules
  partners: readonly KeyHolder[]
  was: FeeRule | undefined
  onApply: ((rule: FeeRule) => void) | undefined
  onDelete: () => void
}

function RuleRow({ rule, rules, partners, was, onApply, onDelete }: RuleRowProps) {
  const { t, i18n } = useLingui()
  const conditions = useFeeConditions(partners)
  const charge = useFeeCharge()
  const { name } = rule
  return (
    <Row>
      <Cell side="left">
        <span className="grid gap-0.5">
          <RuleName was={was} now={rule}>
            <span className="wrap-anywhere">{name}</span>
          </RuleName>
          <span className="text-[13px] text-muted wrap-anywhere">{conditions(rule)}</span>
        </span>
      </Cell>
      <Cell side="left">
        {i18n._(LINES[rule.line])}: {charge(rule)}
      </Cell>
      {onApply ? (
        <Cell side="right" end>
          <span className="inline-grid justify-items-end gap-2">
            <EditButton name={name}>
              {(close) => (
                <FeeRuleForm rule={rule} rules={rules} partners={partners} onApply={onApply} onClose={close} />
              )}
            </EditButton>
            <Button
              variant="quiet"
              small
              className="px-3! text-[13px]! desk:min-h-9! desk:py-1!"
              aria-label={t`Delete: ${name}`}
              onClick={onDelete}
            >
              <Trans>Delete</Trans>
            </Button>
          </span>
        </Cell>
      ) : null}
    </Row>
  )
}

type AddRuleProps = { rules: Rules; partners: readonly KeyHolder[]; onAdd: (rule: FeeRule) => void }

function AddRule({ rules, partners, onAdd }: AddRuleProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Trans>Add a rule</Trans>
      </Button>
      <Panel open={open} onClose={close} title={<Trans>New fee rule</Trans>}>
        <FeeRuleForm
          rule={firstRule(rules.our_fee.currency)}
          rules={rules}
          partners={partners}
          onApply={onAdd}
          onClose={close}
        />
      </Panel>
    </>
  )
}

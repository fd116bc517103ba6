import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import type { LimitRule } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Panel } from '../../parts/Panel'
import { EditButton } from './EditButton'
import { LimitForm } from './LimitForm'
import { limitKey } from './limits'
import { RuleName } from './RuleName'
import { useLimitWords } from './useLimitWords'
import type { SectionProps } from './useDraft'

/** The limit rules, each as a sentence. The strictest of all that match a payment decides. */
export function LimitsCard({ rules, was, onChange }: SectionProps) {
  const { limits } = rules
  const without = (key: string) => limits.filter((one) => limitKey(one) !== key)
  const put = (rule: LimitRule, replaced: string) =>
    onChange?.({ limits: [...without(replaced), rule].toSorted((a, b) => (limitKey(a) < limitKey(b) ? -1 : 1)) })
  return (
    <Card
      title={<Trans>Limits</Trans>}
      aside={onChange ? <AddLimit limits={limits} onAdd={(rule) => put(rule, limitKey(rule))} /> : null}
    >
      <p className="text-muted">
        <Trans>
          Every limit that matches a payment applies, and the strictest decides. Daily and monthly limits count for one
          customer, from the time when the rule is in force.
        </Trans>
      </p>
      {limits.length === 0 ? (
        <p className="mt-3">
          <Trans>There is no limit besides those of tiers and currencies.</Trans>
        </p>
      ) : (
        <ul className="-mx-4 mt-4 -mb-4 divide-y divide-line border-t border-line desk:-mx-[18px]">
          {limits.map((rule) => {
            const key = limitKey(rule)
            return (
              <LimitRow
                key={key}
                rule={rule}
                was={was.limits.find((one) => limitKey(one) === key)}
                others={without(key)}
                onApply={onChange && ((next) => put(next, key))}
                onRemove={() => onChange?.({ limits: without(key) })}
              />
            )
          })}
        </ul>
      )}
    </Card>
  )
}

type LimitRowProps = {
  rule: LimitRule
  was: LimitRule | undefined
  others: readonly LimitRule[]
  onApply: ((rule: LimitRule) => void) | undefined
  onRemove: () => void
}

function LimitRow({ rule, was, others, onApply, onRemove }: LimitRowProps) {
  const { about, bounds } = useLimitWords()(rule)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 desk:px-[18px]">
      <span className="grid min-w-0 flex-1 basis-60 gap-0.5 wrap-anywhere">
        <RuleName was={was} now={rule}>
          {about}
        </RuleName>
        <span className="text-[13px] text-muted tabular-nums">{bounds}</span>
      </span>
      {onApply ? (
        <EditButton name={about}>
          {(close) => <LimitForm rule={rule} others={others} onApply={onApply} onRemove={onRemove} onClose={close} />}
        </EditButton>
      ) : null}
    </li>
  )
}

function AddLimit({ limits, onAdd }: { limits: readonly LimitRule[]; onAdd: (rule: LimitRule) => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Trans>Add a limit</Trans>
      </Button>
      <Panel open={open} onClose={close} title={t`New limit`}>
        <LimitForm others={limits} onApply={onAdd} onClose={close} />
      </Panel>
    </>
  )
}

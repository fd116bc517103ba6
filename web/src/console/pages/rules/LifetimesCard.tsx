import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '../../../ui/TextField'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { EditButton, EditForm } from './EditButton'
import { isUnits, LIFETIME_NAMES, LIFETIMES, type Lifetimes, unitsOf } from './lifetimes'
import { RuleName } from './RuleName'
import { useDuration, useLifetimeNames } from './lifetimeWords'
import type { SectionProps } from './useDraft'

/** How long an unpaid order lives. */
export function LifetimesCard({ rules: { lifetimes }, was, onChange }: SectionProps) {
  const { t } = useLingui()
  const names = useLifetimeNames()
  const duration = useDuration()
  const name = t`Lifetimes of unpaid orders`
  return (
    <Card
      title={
        <RuleName was={was.lifetimes} now={lifetimes}>
          {name}
        </RuleName>
      }
      aside={
        onChange ? (
          <EditButton name={name}>
            {(close) => (
              <LifetimesForm lifetimes={lifetimes} onApply={(next) => onChange({ lifetimes: next })} onClose={close} />
            )}
          </EditButton>
        ) : null
      }
    >
      <Facts isWide facts={LIFETIME_NAMES.map((one) => ({ name: names[one], value: duration(one, lifetimes[one]) }))} />
    </Card>
  )
}

type FormProps = { lifetimes: Lifetimes; onApply: (lifetimes: Lifetimes) => void; onClose: () => void }

function LifetimesForm({ lifetimes, onApply, onClose }: FormProps) {
  const { t } = useLingui()
  const names = useLifetimeNames()
  const first = Object.fromEntries(LIFETIME_NAMES.map((one) => [one, String(unitsOf(one, lifetimes[one]))]))
  const [texts, setTexts] = useState(first as Record<keyof Lifetimes, string>)
  // A value that was not touched stays, even if it is no whole number of units.
  const isRight = (one: keyof Lifetimes) => texts[one] === first[one] || isUnits(one, texts[one])
  const read = (one: keyof Lifetimes) =>
    texts[one] === first[one] ? lifetimes[one] : Number(texts[one]) * LIFETIMES[one].seconds
  return (
    <EditForm
      isRight={LIFETIME_NAMES.every(isRight)}
      onApply={() => onApply(Object.fromEntries(LIFETIME_NAMES.map((one) => [one, read(one)])) as Lifetimes)}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          {LIFETIME_NAMES.map((one) => {
            const { unit, least, most } = LIFETIMES[one]
            const label = names[one]
            return (
              <TextField
                key={one}
                label={unit === 'day' ? t`${label}, days` : t`${label}, minutes`}
                value={texts[one]}
                onChange={(text) => setTexts({ ...texts, [one]: text.trim() })}
                error={isChecked && !isRight(one) ? t`Between ${least} and ${most}` : undefined}
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
              />
            )
          })}
          <p className="text-[13px] text-muted">
            <Trans>Orders that exist keep their time.</Trans>
          </p>
        </>
      )}
    </EditForm>
  )
}

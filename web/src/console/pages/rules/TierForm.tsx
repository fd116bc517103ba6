import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../../../ui/Notice'
import { SwitchRow } from '../../../ui/SwitchRow'
import type { TierLimits } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { EditForm } from './EditButton'
import {
  isOrdered,
  isTierText,
  needsLimits,
  TIER_LIMITS,
  type TierTexts,
  tierAmountsOf,
  tierTextsOf,
} from './tierLimits'
import { useTierLimitNames } from './useTierLimitNames'

type TierFormProps = { rule: TierLimits; onApply: (rule: TierLimits) => void; onClose: () => void }

/** Edits the limits of a tier. */
export function TierForm({ rule, onApply, onClose }: TierFormProps) {
  const { t } = useLingui()
  const [limits, setLimits] = useState(() => tierTextsOf(rule.limits))
  const [eea, setEea] = useState(() => rule.eea && tierTextsOf(rule.eea))
  const isNeeded = needsLimits(rule)
  const all = eea ? [limits, eea] : [limits]
  const areAmounts = all.every((texts) => TIER_LIMITS.every((name) => isTierText(texts[name], isNeeded)))
  const areOrdered = all.every(isOrdered)
  const apply = () =>
    onApply({ tier: rule.tier, limits: tierAmountsOf(limits), ...(eea ? { eea: tierAmountsOf(eea) } : {}) })
  return (
    <EditForm isRight={areAmounts && areOrdered} onApply={apply} onClose={onClose}>
      {(isChecked) => (
        <>
          {isNeeded ? null : (
            <p className="text-muted">
              <Trans>Empty means unlimited.</Trans>
            </p>
          )}
          <TierFields texts={limits} isNeeded={isNeeded} isChecked={isChecked} onChange={setLimits} />
          <div className="-mx-4 border-y border-line">
            <SwitchRow
              label={t`Other limits for residents of the EEA`}
              checked={eea !== undefined}
              onChange={(isOn) => setEea(isOn ? limits : undefined)}
            />
          </div>
          {eea ? (
            <fieldset className="grid gap-4">
              <legend className="mb-2 font-semibold">
                <Trans>Residents of the EEA</Trans>
              </legend>
              <TierFields texts={eea} isNeeded={isNeeded} isChecked={isChecked} onChange={setEea} />
            </fieldset>
          ) : null}
          {isChecked && areAmounts && !areOrdered ? (
            <Notice tone="bad">
              <Trans>The limit of 24 hours cannot be above that of 31 days.</Trans>
            </Notice>
          ) : null}
        </>
      )}
    </EditForm>
  )
}

type TierFieldsProps = {
  texts: TierTexts
  isNeeded: boolean
  isChecked: boolean
  onChange: (texts: TierTexts) => void
}

function TierFields({ texts, isNeeded, isChecked, onChange }: TierFieldsProps) {
  const { t } = useLingui()
  const names = useTierLimitNames()
  return (
    <>
      {TIER_LIMITS.map((name) => {
        const label = names[name]
        return (
          <AmountField
            key={name}
            label={t`${label}, EUR`}
            value={texts[name]}
            onChange={(text) => onChange({ ...texts, [name]: text })}
            isChecked={isChecked}
            isOptional={!isNeeded}
          />
        )
      })}
    </>
  )
}

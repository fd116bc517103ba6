import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import { type NewPaywayPause, pausePayway } from '../../api/payways'
import { ActButton } from '../../parts/ActButton'
import { isPayway, PAYWAYS, usePaywayName } from '../../parts/paywayNames'
import { LocalTime } from '../campaigns/LocalTime'
import { EMPTY_PAUSE, pauseBody, type PauseValues } from './pauseBody'
import { ALL_CAUSES, ALL_FLOWS, usePauseNames } from './usePauseNames'

const LANGUAGES = { en: 'English', uk: 'Українська', ru: 'Русский', pl: 'Polski' }
/** The server's limit. */
const TEXT_MAX = 200

/** The button and the form that switch a payway off, at once or for a window. */
export function PausePayway() {
  const { t } = useLingui()
  const [values, setValues] = useState(EMPTY_PAUSE)
  const set = (change: Partial<PauseValues>) => setValues((now) => ({ ...now, ...change }))
  return (
    <ActButton
      danger
      label={<Trans>Switch off</Trans>}
      title={<Trans>Switch a payment method off?</Trans>}
      about={
        <Trans>
          Customers see why and until when. Orders that are paid go on, and their payouts wait. A planned window is
          announced a day before.
        </Trans>
      }
      fields={
        <>
          <What values={values} set={set} />
          <LocalTime
            label={t`Begins`}
            hint={t`Empty: at once. By the clock of this device.`}
            value={values.from}
            error={undefined}
            onChange={(from) => set({ from })}
          />
          <LocalTime
            label={t`Ends`}
            hint={t`Empty: until somebody switches it on.`}
            value={values.until}
            error={undefined}
            onChange={(until) => set({ until })}
          />
          <Texts values={values} set={set} />
        </>
      }
      act={(reason) => pausePayway(pauseBody(values, reason))}
    />
  )
}

type FieldsProps = { values: PauseValues; set: (change: Partial<PauseValues>) => void }

function What({ values, set }: FieldsProps) {
  const { t } = useLingui()
  const nameOf = usePaywayName()
  const { flow, cause } = usePauseNames()
  return (
    <>
      <Select
        label={t`Payment method`}
        value={values.payway}
        onChange={(payway) => (isPayway(payway) ? set({ payway }) : undefined)}
      >
        {PAYWAYS.map((code) => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </Select>
      <Select
        label={t`Direction`}
        value={values.flow}
        onChange={(picked) => set({ flow: picked as NewPaywayPause['flow'] })}
      >
        {ALL_FLOWS.map((each) => (
          <option key={each} value={each}>
            {flow(each)}
          </option>
        ))}
      </Select>
      <Select
        label={t`What customers see`}
        value={values.cause}
        onChange={(picked) => set({ cause: picked as NewPaywayPause['cause'] })}
      >
        {ALL_CAUSES.map((each) => (
          <option key={each} value={each}>
            {cause(each)}
          </option>
        ))}
      </Select>
    </>
  )
}

function Texts({ values, set }: FieldsProps) {
  return (
    <details>
      <summary className="cursor-pointer text-[14px] font-semibold text-brand">
        <Trans>Further words for customers</Trans>
      </summary>
      <div className="grid gap-3 pt-3">
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <TextField
            key={code}
            label={name}
            value={values.texts[code] ?? ''}
            maxLength={TEXT_MAX}
            onChange={(text) => set({ texts: { ...values.texts, [code]: text } })}
          />
        ))}
      </div>
    </details>
  )
}

import { useLingui } from '@lingui/react/macro'
import { GIVEN, RECEIVED } from '../../../domain/sideWords'
import { host } from '../../../host/adapter'
import { EndpointPicker } from '../pickers/EndpointPicker'
import { AmountField } from './AmountField'
import { presetsOf } from './presets'
import { RateNote } from './RateNote'
import { useApproximate } from './useApproximate'
import type { ExchangeForm } from './useExchangeForm'

type AmountEndProps = { end: 'from' | 'to'; form: ExchangeForm; problem: string | undefined }

/** One end of the form: amount, limits and picker. */
export function AmountEnd({ end, form, problem }: AmountEndProps) {
  const { t } = useLingui()
  const endpoint = form.ends[end]
  const note = useApproximate(form, end)
  const title = end === 'from' ? t(GIVEN[form.draft.side]) : t(RECEIVED[form.draft.side])
  const currency = endpoint?.currency ?? ''
  return (
    <AmountField
      label={title}
      value={form.amounts[end]}
      scale={form.scale(end)}
      currency={currency}
      stale={end !== form.draft.fixed && !form.fresh}
      onChange={(amount) => form.type(end, amount)}
      fixed={end === form.draft.fixed}
      limits={end === 'from' ? form.limits.from : undefined}
      presets={end === 'from' ? presetsOf(currency, form.limits.from) : []}
      problem={problem}
      note={
        end === 'to' && form.quote ? (
          <>
            {note ? <>{note} · </> : null}
            <RateNote quote={form.quote} updatedAt={form.quoted.dataUpdatedAt} />
          </>
        ) : (
          note
        )
      }
      picker={
        <EndpointPicker
          title={title}
          options={end === 'from' ? form.ends.fromList : form.ends.toList}
          chosen={endpoint}
          isFixed={host.widget[end] !== undefined}
          priceOf={(other) => form.priceOf(end, other)}
          onChoose={(chosen) => form.pick(end, chosen)}
        />
      }
    />
  )
}

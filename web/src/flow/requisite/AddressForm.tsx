import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyLater } from '../../i18n/lazyLater'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { CheckedField } from './CheckedField'
import { focusField } from './focusField'
import type { RequisitesFormProps } from './formProps'
import { Unreachable } from './Unreachable'
import { useAddressLabel } from './useAddressLabel'
import { useCheckNow, useRequisiteCheck } from './useRequisiteCheck'

const AddressTools = lazyLater(() => import('../addresses/AddressTools'))

type AddressFormProps = RequisitesFormProps & {
  /** What sends the form, where that is not "Continue". */
  submit?: ReactNode
}

/** A crypto address; on networks with memos either the memo or the plain statement that there is none. */
export function AddressForm({ to, payway, saved, onDone, submit: submitButton }: AddressFormProps) {
  const { t } = useLingui()
  const { currency } = to
  const network = payway?.name ?? to.payway
  const known = saved?.kind === 'address' ? saved : undefined
  const label = useAddressLabel(currency, network)
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState(known?.value ?? '')
  const [memo, setMemo] = useState(known?.memo ?? '')
  const [noMemo, setNoMemo] = useState(known?.memo === '')
  const [tried, setTried] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const asksMemo = payway?.memo === true
  const memoMissing = asksMemo && !noMemo && memo.trim() === ''
  // An empty memo says "there is none"; a network without memos is not told of one at all.
  const sent = asksMemo ? (noMemo ? '' : memo.trim()) : undefined
  const check = useRequisiteCheck(to, value, sent)
  const checkNow = useCheckNow(to)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const verdict = await checkNow(value, sent)
    setUnreachable(verdict.state === 'unknown')
    if (verdict.state === 'unknown') return
    if (verdict.state !== 'valid') return focusField(form.current, 'value')
    if (memoMissing) return focusField(form.current, 'memo')
    const memoPart = sent === undefined ? {} : { memo: sent }
    onDone({ kind: 'address', value: verdict.normalized, ...memoPart }, verdict.normalized)
  }
  return (
    <form ref={form} className="grid grid-cols-1 gap-4" onSubmit={submit} noValidate>
      <CheckedField
        label={label}
        name="value"
        value={value}
        onChange={setValue}
        check={check}
        currency={currency}
        tried={tried}
      />
      <Suspense fallback={null}>
        <AddressTools
          to={to}
          value={value}
          onPick={(text, used) => {
            setValue(text)
            if (used === undefined) return
            setMemo(used)
            setNoMemo(used === '')
          }}
        />
      </Suspense>
      {asksMemo ? (
        <div className="grid grid-cols-1 gap-1">
          <TextField
            label={t`Memo`}
            name="memo"
            value={noMemo ? '' : memo}
            disabled={noMemo}
            onChange={setMemo}
            error={tried && memoMissing ? t`Field is required` : undefined}
            hint={t`Your wallet or exchange shows it next to the address.`}
            autoComplete="off"
          />
          <label className="flex min-h-11 items-center gap-3 px-4">
            <input
              type="checkbox"
              className="size-5 accent-(--brand)"
              checked={noMemo}
              onChange={(event) => setNoMemo(event.target.checked)}
            />
            <Trans>My address needs no memo</Trans>
          </label>
        </div>
      ) : null}
      <Notice tone="wait">
        <Trans>
          Make sure the address accepts {currency} on the {network} network. A transfer over another network cannot be
          reversed.
        </Trans>
      </Notice>
      {unreachable ? <Unreachable /> : null}
      {submitButton ?? (
        <Button type="submit">
          <Trans>Continue</Trans>
        </Button>
      )}
    </form>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyLater } from '../../i18n/lazyLater'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { useCatalogue } from '../catalogue'
import { moneyText } from '../money'
import { CheckedField } from './CheckedField'
import { focusField } from './focusField'
import { LinkAmount } from './LinkAmount'
import type { AddressRequisite, RequisitesFormProps } from './formProps'
import { SavedChoices } from './SavedChoices'
import { SaveForNext } from './SaveForNext'
import { Unreachable } from './Unreachable'
import { useRequisiteWords } from './requisiteWords'
import { useAddressLabel } from './useAddressLabel'
import { type Check, useCheckNow, useRequisiteCheck } from '../useRequisiteCheck'
import { useSaveForNext } from '../useSaveForNext'
import { entered } from './walletLink'

const AddressTools = lazyLater(() => import('../addresses/AddressTools'))

type AddressFormProps = RequisitesFormProps & {
  /** The label of the submit button, if it is not "Continue". */
  submit?: ReactNode
  /** Uses the amount of a pasted payment link. Without this callback, the amount is not offered. */
  onAmount?: (amount: string, requisite: AddressRequisite) => void
  /** Offers to save the address for later payouts. */
  offersSaving?: boolean
}

/** A crypto address. On networks with memos, a memo or the statement that there is none is required. */
export function AddressForm(props: AddressFormProps) {
  const { to, payway, saved, onDone, submit: submitButton, onAmount, offersSaving = false } = props
  const { t, i18n } = useLingui()
  const words = useRequisiteWords()
  const catalogue = useCatalogue()
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
  // The amount of a pasted payment link, or the error code of an unusable link.
  const [link, setLink] = useState<{ amount?: string; code?: string }>({})
  const asksMemo = payway?.memo === true
  const memoMissing = asksMemo && !noMemo && memo.trim() === ''
  // An empty memo states that there is none. Networks without memos get no memo field.
  const sent = asksMemo ? (noMemo ? '' : memo.trim()) : undefined
  const verdict = useRequisiteCheck(link.code ? undefined : to, value, sent)
  const check: Check = link.code ? { state: 'invalid', code: link.code, message: '' } : verdict
  const aboutMemo = check.state === 'invalid' && check.field === 'memo'
  const checkNow = useCheckNow(to)
  const { save, ...choice } = useSaveForNext(to)
  const typed = check.state === 'valid' ? check.normalized : value
  const destination = { kind: 'address', value: typed, memo: sent } as const

  const enter = (text: string) => {
    const scale = catalogue.data?.currencies.find((each) => each.code === currency)?.scale ?? 0
    const { value: address, memo: linked, ...rest } = entered(text, to, payway, scale)
    setLink(rest)
    setValue(address)
    if (linked === undefined) return
    setMemo(linked)
    setNoMemo(false)
  }

  const pick = (text: string, withMemo: string) => {
    enter(text)
    setMemo(withMemo)
    setNoMemo(withMemo === '')
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (link.code) return focusField(form.current, 'value')
    const verdict = await checkNow(value, sent)
    setUnreachable(verdict.state === 'unknown')
    if (verdict.state === 'unknown') return
    if (verdict.state === 'invalid' && verdict.field === 'memo') return focusField(form.current, 'memo')
    if (verdict.state !== 'valid') return focusField(form.current, 'value')
    if (memoMissing) return focusField(form.current, 'memo')
    const memoPart = sent === undefined ? {} : { memo: sent }
    const requisite = { kind: 'address', value: verdict.normalized, ...memoPart } as const
    save(requisite)
    onDone(requisite, verdict.normalized)
  }
  return (
    <form ref={form} className="grid grid-cols-1 gap-4" onSubmit={submit} noValidate>
      <SavedChoices to={to} entered={destination} onPick={(picked) => pick(picked.value, picked.memo ?? '')} />
      <CheckedField
        label={label}
        name="value"
        value={value}
        onChange={enter}
        check={aboutMemo ? { state: 'empty' } : check}
        currency={currency}
        tried={tried && !aboutMemo}
      />
      {onAmount && link.amount ? (
        <LinkAmount
          asked={moneyText({ amount: link.amount, currency }, i18n.locale)}
          onUse={() =>
            onAmount(link.amount ?? '', { kind: 'address', value, ...(asksMemo ? { memo: sent ?? '' } : {}) })
          }
        />
      ) : null}
      <Suspense fallback={null}>
        <AddressTools
          to={to}
          value={value}
          onPick={(text, used) => (used === undefined ? enter(text) : pick(text, used))}
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
            error={
              tried && memoMissing
                ? t`Field is required`
                : aboutMemo && check.code !== 'required'
                  ? words(check.code, check.message, currency)
                  : undefined
            }
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
      {offersSaving ? <SaveForNext to={to} entered={destination} {...choice} /> : null}
      {unreachable ? <Unreachable /> : null}
      {submitButton ?? (
        <Button type="submit">
          <Trans>Continue</Trans>
        </Button>
      )}
    </form>
  )
}

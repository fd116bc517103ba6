import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { nameProblem } from '../../../domain/cardInput'
import { useCardWords } from '../../../domain/card/cardWords'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { CheckedField } from '../../../domain/requisite/CheckedField'
import { focusField } from '../../../domain/requisite/focusField'
import type { RequisitesFormProps } from '../../../domain/requisite/formProps'
import { SavedChoices } from '../../../domain/requisite/SavedChoices'
import { SaveForNext } from '../../../domain/requisite/SaveForNext'
import { Unreachable } from '../../../domain/requisite/Unreachable'
import { useCheckNow, useRequisiteCheck } from '../../../domain/useRequisiteCheck'
import { useSaveForNext } from '../../../domain/useSaveForNext'

/** A bank account and its holder. The name may contain digits, because company names do. */
export function IbanForm({ to, saved, onDone }: RequisitesFormProps) {
  const { t } = useLingui()
  const words = useCardWords()
  const { currency } = to
  const known = saved?.kind === 'iban' ? saved : undefined
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState(known?.value ?? '')
  const [name, setName] = useState(known?.full_name ?? '')
  const [tried, setTried] = useState(false)
  const [unreachable, setUnreachable] = useState(false)
  const check = useRequisiteCheck(to, value)
  const checkNow = useCheckNow(to)
  const problem = nameProblem(name, true)
  const { save, ...choice } = useSaveForNext(to)
  const entered = { kind: 'iban', value } as const

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const verdict = await checkNow(value)
    setUnreachable(verdict.state === 'unknown')
    if (verdict.state === 'unknown') return
    if (verdict.state !== 'valid') return focusField(form.current, 'value')
    if (problem) return focusField(form.current, 'full_name')
    const requisite = { kind: 'iban', value: verdict.normalized, full_name: name.trim() } as const
    save(requisite, t`Not saved: bank accounts must be in your own name.`)
    onDone(requisite, verdict.normalized)
  }
  return (
    <form ref={form} className="grid grid-cols-1 gap-4" onSubmit={submit} noValidate>
      <SavedChoices
        to={to}
        entered={entered}
        onPick={(picked) => {
          setValue(picked.value)
          setName(picked.full_name ?? '')
        }}
      />
      <CheckedField
        label={t`IBAN of your ${currency} account`}
        name="value"
        value={value}
        onChange={(text) => setValue(text.toUpperCase())}
        check={check}
        currency={currency}
        tried={tried}
      />
      <TextField
        label={t`Full name of the account’s owner`}
        name="full_name"
        value={name}
        onChange={setName}
        error={tried && problem ? words(problem) : undefined}
        hint={t`The account must be in your own name.`}
        autoComplete="name"
      />
      <SaveForNext to={to} entered={entered} {...choice} />
      {unreachable ? <Unreachable /> : null}
      <Button type="submit">
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}

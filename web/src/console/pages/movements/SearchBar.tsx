import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { ask } from '../../api/ask'
import type { CustomerLine, Me, Page } from '../../api/queries'
import { problemWords } from '../../parts/Loaded'
import { type MovementFilter, readTyped } from './filter'

type SearchBarProps = { filter: MovementFilter; me: Me; onChange: (filter: MovementFilter) => void }

/** One search field for a reference, an id or a customer. */
export function SearchBar({ filter, me, onChange }: SearchBarProps) {
  const { t } = useLingui()
  const seesCustomers = me.permissions.includes('customers.read')
  const [typed, setTyped] = useState(filter.search ?? filter.customer ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { search: _, customer: __, ...others } = filter

  const customer = async (email: string) => {
    const params = { query: { search: email, limit: 2 } }
    const { data } = await ask<Page<CustomerLine>>('customers', { params })
    const [only, second] = data
    if (!only) return setProblem(t`No customer has this address.`)
    if (second) return setProblem(t`Several customers match. Open Customers and choose one.`)
    onChange({ ...others, customer: only.id })
  }
  const find = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    if (!typed.trim()) return onChange(others)
    const { kind, value } = readTyped(typed)
    if (kind === 'movement') return onChange({ search: value })
    if (kind === 'unknown') return setProblem(t`Enter a reference like 7K2M-94QD, an ID, or a whole email address.`)
    if (!seesCustomers) return setProblem(t`Your role cannot look for customers.`)
    if (kind === 'customer') return onChange({ ...others, customer: value })
    setBusy(true)
    try {
      await customer(value)
    } catch (error) {
      setProblem(problemWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3 desk:flex desk:items-start" noValidate onSubmit={(event) => void find(event)}>
      <div className="desk:flex-1">
        <TextField
          label={seesCustomers ? t`Reference, transaction ID, customer ID or email` : t`Reference or transaction ID`}
          value={typed}
          onChange={setTyped}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
      </div>
      <Button type="submit" busy={busy} className="desk:min-h-[70px] desk:w-auto!">
        <Trans>Find</Trans>
      </Button>
      {filter.search || filter.customer ? (
        <Button variant="quiet" className="desk:min-h-[70px] desk:w-auto!" onClick={() => onChange(others)}>
          <X size={18} aria-hidden="true" />
          <Trans>Show all</Trans>
        </Button>
      ) : null}
    </form>
  )
}

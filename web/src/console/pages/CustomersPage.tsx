import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import type { CustomerLine, Me } from '../api/queries'
import { customersQuery } from '../api/paged'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { Pills } from '../parts/Pills'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { whenText } from '../parts/when'

type Which = 'all' | 'blocked'

/** The list of customers, masked. Search by id or address. */
export function CustomersPage({ me }: { me: Me }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [which, setWhich] = useState<Which>('all')
  const found = useInfiniteQuery(customersQuery(search, which === 'blocked' ? true : undefined))
  const whole = me.permissions.includes('personal.read')
  return (
    <>
      <h1>
        <Trans>Customers</Trans>
      </h1>
      <form
        className="grid gap-3 desk:grid-cols-[1fr_auto] desk:items-start"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          setSearch(typed.trim())
        }}
      >
        <TextField
          label={t`Customer ID or email`}
          hint={whole ? t`The first three letters are enough` : t`The full address: your role cannot see addresses`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
        <Button type="submit" className="desk:min-h-[70px] desk:w-auto!">
          <Trans>Find</Trans>
        </Button>
      </form>
      <Pills
        label={t`Which customers`}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'all', label: t`All` },
          { value: 'blocked', label: t`Blocked` },
        ]}
      />
      <Loaded
        asked={found}
        empty={({ pages }) => (pages.every((page) => page.data.length === 0) ? <Trans>No one found</Trans> : null)}
      >
        {({ pages }) => <Customers lines={pages.flatMap((page) => page.data)} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function Customers({ lines }: { lines: readonly CustomerLine[] }) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Email` },
    { name: t`Name` },
    { name: t`Country of residence` },
    { name: t`State` },
    { name: t`Customer since`, end: true },
  ]
  return (
    <Sheet label={t`Customers`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell name={t`Email`}>
            <Go to={`/customers/${line.id}`} className="font-[550] text-brand underline-offset-2 hover:underline">
              {line.email}
            </Go>
          </Cell>
          <Cell name={t`Name`}>{line.name ?? '–'}</Cell>
          <Cell name={t`Country of residence`}>{line.residence_country ?? '–'}</Cell>
          <Cell name={t`State`}>
            {line.blocked ? (
              <Badge tone="bad">
                <Trans>Blocked</Trans>
              </Badge>
            ) : (
              <Badge tone="ok">
                <Trans>Active</Trans>
              </Badge>
            )}
          </Cell>
          <Cell name={t`Customer since`} end>
            {whenText(line.created_at, i18n.locale)}
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

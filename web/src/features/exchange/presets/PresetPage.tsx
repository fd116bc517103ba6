import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { errorText } from '../../../api/problemText'
import { AddressText } from '../../../domain/AddressText'
import { useCatalogue } from '../../../domain/catalogue'
import { isFinal } from '../../../domain/isFinal'
import { moneyText } from '../../../domain/money'
import { QueryCard } from '../../../domain/QueryCard'
import { useChange } from '../../../domain/useChange'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Dialog } from '../../../ui/Dialog'
import { Notice } from '../../../ui/Notice'
import { Page } from '../../../ui/Page'
import { TextField } from '../../../ui/TextField'
import { exchangeDraft } from '../draft'
import { changePreset, draftFrom, type Preset, presetQuery } from './presets'

type Orders = readonly Transaction[]

type PresetPageProps = {
  id: string
  back: ReactNode
  /** An order as a row in its link. */
  row: (transaction: Transaction) => ReactNode
  /** The draft is ready. */
  onUse: () => void
}

/** /preset/{id}: what a preset repeats, and the orders that were made from it. */
export default function PresetPage({ id, back, row, onUse }: PresetPageProps) {
  const asked = useQuery(presetQuery(id))
  return (
    <Page title={asked.data?.preset.name ?? <Trans>Preset</Trans>} back={back} narrow>
      <QueryCard asked={asked} rows={4}>
        {({ preset, orders }) => (
          <div className="grid gap-5">
            <Terms preset={preset} onUse={onUse} />
            <OrderList
              title={<Trans>In progress</Trans>}
              orders={orders.filter(({ status }) => !isFinal(status))}
              row={row}
            />
            <OrderList
              title={<Trans>Finished</Trans>}
              orders={orders.filter(({ status }) => isFinal(status))}
              row={row}
            />
          </div>
        )}
      </QueryCard>
    </Page>
  )
}

function Terms({ preset, onUse }: { preset: Preset; onUse: () => void }) {
  const { i18n } = useLingui()
  const catalogue = useCatalogue()
  const queries = useQueryClient()
  const [naming, setNaming] = useState(false)
  const { busy, problem, run } = useChange(errorText, () => queries.invalidateQueries({ queryKey: ['presets'] }))
  const name = (code: string) =>
    catalogue.data?.payways.find((way) => way.code === code)?.name ?? catalogue.data?.balance
  const fixed = (side: 'FROM' | 'TO', currency: string) =>
    preset.fixed_side === side ? moneyText({ amount: preset.amount, currency }, i18n.locale) : currency
  const { requisite } = preset
  const use = () => {
    const { data } = catalogue
    if (!data) return
    // An attempt with an unknown result must be resolved first.
    exchangeDraft.set((now) => (now.attempt ? now : draftFrom(preset, data)))
    onUse()
  }
  return (
    <Card raised>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <dl className="grid gap-3">
        <Line name={<Trans>You pay</Trans>} value={fixed('FROM', preset.from_currency)} by={name(preset.from_payway)} />
        <Line name={<Trans>You receive</Trans>} value={fixed('TO', preset.to_currency)} by={name(preset.to_payway)} />
        {requisite ? (
          <Line
            name={<Trans>Where to</Trans>}
            value={<AddressText value={requisite.value} />}
            by={requisite.full_name ?? requisite.memo}
          />
        ) : null}
      </dl>
      <div className="mt-5 grid gap-2">
        {preset.is_archived ? null : (
          <Button onClick={use} disabled={!catalogue.data}>
            <Trans>Use it</Trans>
          </Button>
        )}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="quiet" onClick={() => setNaming(true)}>
            <Trans>Rename</Trans>
          </Button>
          <Button
            variant="quiet"
            busy={busy === 'archive'}
            onClick={() => void run('archive', () => changePreset(preset.id, { is_archived: !preset.is_archived }))}
          >
            {preset.is_archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
          </Button>
        </div>
      </div>
      <Dialog open={naming} onClose={() => setNaming(false)} title={<Trans>Rename the preset</Trans>}>
        <NameForm preset={preset} onDone={() => setNaming(false)} />
      </Dialog>
    </Card>
  )
}

type LineProps = { name: ReactNode; value: ReactNode; by: ReactNode }

function Line({ name, value, by }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
      <dt className="text-muted">{name}</dt>
      <dd className="grid min-w-0 text-right">
        <b className="font-[580] wrap-anywhere">{value}</b>
        <span className="text-[13px] text-muted wrap-anywhere">{by}</span>
      </dd>
    </div>
  )
}

function NameForm({ preset, onDone }: { preset: Preset; onDone: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [name, setName] = useState(preset.name)
  const { busy, problem, run } = useChange(errorText, () => queries.invalidateQueries({ queryKey: ['presets'] }))
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    const { done } = await run('name', () => changePreset(preset.id, { name }))
    if (done) onDone()
  }
  return (
    <form className="grid gap-4" onSubmit={(event) => void rename(event)}>
      <TextField label={t`Name`} value={name} onChange={setName} maxLength={50} error={problem} required />
      <Button type="submit" busy={busy !== undefined} disabled={name.trim() === ''}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

type OrderListProps = { title: ReactNode; orders: Orders; row: (transaction: Transaction) => ReactNode }

function OrderList({ title, orders, row }: OrderListProps) {
  if (orders.length === 0) return null
  return (
    <Card tight title={title}>
      <ul className="grid divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id}>{row(order)}</li>
        ))}
      </ul>
    </Card>
  )
}

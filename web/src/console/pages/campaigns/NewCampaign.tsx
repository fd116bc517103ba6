import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isApiError } from '../../../api/problem'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Segmented } from '../../../ui/Segmented'
import { SwitchRow } from '../../../ui/SwitchRow'
import { TextField } from '../../../ui/TextField'
import { campaignsQuery, makeCampaign } from '../../api/campaigns'
import { problemWords } from '../../parts/Loaded'
import { Panel } from '../../parts/Panel'
import { bodyOf, EMPTY, type Values } from './campaignBody'
import { LocalTime } from './LocalTime'

/** A button and its form, which makes the draft of a campaign. */
export function NewCampaign({ zone }: { zone: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        <Trans>New campaign</Trans>
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title={<Trans>New campaign</Trans>}>
        <CampaignForm zone={zone} onClose={() => setOpen(false)} />
      </Panel>
    </>
  )
}

function CampaignForm({ zone, onClose }: { zone: string; onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const make = useMutation({
    mutationFn: () => makeCampaign(bodyOf(values)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: campaignsQuery.queryKey })
      onClose()
    },
  })
  const broken = isApiError(make.error) ? make.error.fields : []
  const rule = (...fields: string[]) => broken.find(({ pointer }) => fields.includes(pointer.slice(1)))?.message
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const field = (name: keyof Values, label: string, of: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={String(values[name])}
      maxLength={100}
      autoComplete="off"
      error={rule(of)}
      onChange={(text) => set({ [name]: text })}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending) make.mutate()
  }
  const places = [
    '/name',
    '/code',
    '/code_count',
    '/percent',
    '/bonus',
    '/from',
    '/until',
    '/uses_max',
    '/per_person',
    '/budget',
  ]
  const isElsewhere = !broken.some(({ pointer }) => [...places, '/minimum', '/countries', '/payways'].includes(pointer))
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      {field('name', t`Name, for operators`, 'name')}
      <Segmented
        label={t`Codes`}
        value={values.kind}
        onChange={(kind) => set({ kind })}
        options={[
          { value: 'shared', label: t`One code` },
          { value: 'single', label: t`Many codes` },
        ]}
      />
      {values.kind === 'shared'
        ? field('code', t`Code`, 'code', t`Letters, digits, dashes and underscores.`)
        : field('count', t`How many codes`, 'code_count', t`Each is made for you and works once.`)}
      {field('percent', t`Discount on our fee, in percent`, 'percent', t`0 for a bonus alone.`)}
      {field(
        'bonus',
        t`Bonus in euro`,
        'bonus',
        t`What a completed order adds to the customer’s rewards. It needs a budget and uses per person. Empty: none.`,
      )}
      <LocalTime
        label={t`Begins`}
        hint={t`Empty: at once. Time zone: ${zone}.`}
        value={values.from}
        error={rule('from')}
        onChange={(from) => set({ from })}
      />
      <LocalTime
        label={t`Ends`}
        hint={t`Empty: never. At this time it is over.`}
        value={values.until}
        error={rule('until')}
        onChange={(until) => set({ until })}
      />
      {field('perPerson', t`Uses per person`, 'per_person', t`Empty: no limit.`)}
      {field('usesMax', t`Uses at most`, 'uses_max', t`Empty: no limit.`)}
      {field(
        'budget',
        t`Budget in euro`,
        'budget',
        t`The most that all discounts and bonuses are worth. Empty: no limit.`,
      )}
      {field('minimum', t`Minimum order in euro`, 'minimum', t`Empty: any order.`)}
      {field('countries', t`Countries of residence`, 'countries', t`Codes such as PL, DE. Empty: all.`)}
      {field('payways', t`Payment methods`, 'payways', t`Codes such as visamc, blik. Empty: all.`)}
      <div className="rounded-card bg-surface shadow-(--e1)">
        <SwitchRow
          label={t`First order only`}
          detail={t`For customers without a completed exchange.`}
          checked={values.isFirstOnly}
          onChange={(isFirstOnly) => set({ isFirstOnly })}
        />
      </div>
      {make.error && isElsewhere ? <Notice tone="bad">{problemWords(make.error)}</Notice> : null}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={make.isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={make.isPending}>
          <Trans>Save the draft</Trans>
        </Button>
      </div>
    </form>
  )
}

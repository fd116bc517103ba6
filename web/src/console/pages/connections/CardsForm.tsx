import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '../../../ui/TextField'
import type { Connection, NewCards } from '../../api/connections'
import { MakeForm } from './MakeForm'

type Values = {
  url: string
  profile: string
  publishableKey: string
  currencies: string
  key: string
  webhookKey: string
}

const valuesOf = (before: Connection | undefined): Values => ({
  url: before?.url ?? '',
  profile: before?.profile ?? '',
  publishableKey: before?.publishable_key ?? '',
  currencies: (before?.currencies ?? ['EUR']).join(', '),
  key: '',
  webhookKey: '',
})

const bodyOf = ({ url, profile, publishableKey, currencies, key, webhookKey }: Values): NewCards => ({
  url,
  currencies: currencies
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean) as NewCards['currencies'],
  ...(profile.trim() ? { profile } : {}),
  ...(publishableKey.trim() ? { publishable_key: publishableKey } : {}),
  ...(key ? { key } : {}),
  ...(webhookKey ? { webhook_key: webhookKey } : {}),
})

/** The account at a payment orchestrator. Its keys are sent and never come back. */
export function CardsForm({ before }: { before: Connection | undefined }) {
  const { t } = useLingui()
  const [values, setValues] = useState(() => valuesOf(before))
  const kept = before && before.url === values.url.trim() ? t`Empty: the key stays as it is.` : undefined
  return (
    <MakeForm
      kind="cards"
      isChange={before !== undefined}
      title={<Trans>A payment orchestrator (Hyperswitch)</Trans>}
      onOpen={() => setValues(valuesOf(before))}
      body={() => bodyOf(values)}
      fields={(rule) => (
        <>
          <TextField
            label={t`Address of its API`}
            mono
            type="url"
            placeholder="https://api.hyperswitch.io"
            value={values.url}
            maxLength={500}
            autoComplete="off"
            error={rule('url')}
            onChange={(url) => setValues({ ...values, url })}
          />
          <TextField
            label={t`Currencies`}
            hint={t`Separated by commas.`}
            value={values.currencies}
            maxLength={100}
            autoComplete="off"
            error={rule('currencies')}
            onChange={(currencies) => setValues({ ...values, currencies })}
          />
          <TextField
            label={t`Business profile`}
            hint={t`Empty: the account’s default.`}
            mono
            value={values.profile}
            maxLength={500}
            autoComplete="off"
            error={rule('profile')}
            onChange={(profile) => setValues({ ...values, profile })}
          />
          <TextField
            label={t`Secret API key`}
            mono
            type="password"
            hint={kept}
            value={values.key}
            maxLength={500}
            autoComplete="off"
            error={rule('key')}
            onChange={(key) => setValues({ ...values, key })}
          />
          <TextField
            label={t`Publishable API key`}
            hint={t`Empty: no Apple Pay and Google Pay.`}
            mono
            placeholder="pk_prd_…"
            value={values.publishableKey}
            maxLength={500}
            autoComplete="off"
            error={rule('publishable_key')}
            onChange={(publishableKey) => setValues({ ...values, publishableKey })}
          />
          <TextField
            label={t`Webhook key`}
            mono
            type="password"
            hint={kept}
            value={values.webhookKey}
            maxLength={500}
            autoComplete="off"
            error={rule('webhook_key')}
            onChange={(webhookKey) => setValues({ ...values, webhookKey })}
          />
        </>
      )}
    />
  )
}

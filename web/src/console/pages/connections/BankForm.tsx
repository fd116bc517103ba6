import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '../../../ui/TextField'
import type { Connection } from '../../api/connections'
import { MakeForm } from './MakeForm'

const CURRENCIES = ['EUR', 'PLN', 'UAH'] as const

type Values = { holder: string; bic: string; ibans: Record<string, string> }

const valuesOf = (before: Connection | undefined): Values => ({
  holder: before?.holder ?? '',
  bic: before?.bic ?? '',
  ibans: Object.fromEntries((before?.accounts ?? []).map(({ currency, iban }) => [currency, iban])),
})

/** The accounts at a bank that exchanges files. */
export function BankForm({ before }: { before: Connection | undefined }) {
  const { t } = useLingui()
  const [values, setValues] = useState(() => valuesOf(before))
  const filled = CURRENCIES.filter((currency) => values.ibans[currency]?.trim())
  return (
    <MakeForm
      kind="bank"
      isChange={before !== undefined}
      title={<Trans>A bank that exchanges files</Trans>}
      onOpen={() => setValues(valuesOf(before))}
      body={() => ({
        holder: values.holder,
        bic: values.bic,
        accounts: filled.map((currency) => ({ currency, iban: values.ibans[currency]?.trim() ?? '' })),
      })}
      fields={(rule) => (
        <>
          <TextField
            label={t`Account holder`}
            hint={t`As the bank writes it.`}
            value={values.holder}
            maxLength={70}
            autoComplete="off"
            error={rule('holder')}
            onChange={(holder) => setValues({ ...values, holder })}
          />
          <TextField
            label="BIC"
            mono
            value={values.bic}
            maxLength={11}
            autoComplete="off"
            error={rule('bic')}
            onChange={(bic) => setValues({ ...values, bic })}
          />
          {CURRENCIES.map((currency, at) => (
            <TextField
              key={currency}
              label={t`IBAN for ${currency}`}
              mono
              value={values.ibans[currency] ?? ''}
              maxLength={64}
              autoComplete="off"
              error={at === 0 ? rule('accounts') : undefined}
              onChange={(iban) => setValues({ ...values, ibans: { ...values.ibans, [currency]: iban } })}
            />
          ))}
        </>
      )}
    />
  )
}

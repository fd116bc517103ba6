import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../api/settings'
import { useSaveSettings } from '../../api/saveSettings'
import { useCatalogue } from '../catalogue'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { notify } from '../../ui/toast'

/** The settings of the main currency, and of small balances. */
export function MoneySettings() {
  const { t } = useLingui()
  const settings = useQuery(settingsQuery)
  const catalogue = useCatalogue()
  const save = useSaveSettings(notify.failed)
  if (!settings.data) return null
  const { main_currency, hide_small_balances } = settings.data
  const listed = catalogue.data?.currencies ?? []
  const known = listed.some(({ code }) => code === main_currency)
  return (
    <>
      <Select
        label={t`Main currency`}
        value={main_currency}
        onChange={(code) => save({ main_currency: code as typeof main_currency })}
      >
        {known ? null : <option value={main_currency}>{main_currency}</option>}
        {listed.map(({ code, name }) => (
          <option key={code} value={code}>
            {code === name ? code : `${code} · ${name}`}
          </option>
        ))}
      </Select>
      <div className="flex items-center justify-between gap-4">
        <span className="font-medium">
          <Trans>Small balances</Trans>
        </span>
        <Switch
          label={<Trans>Hide small balances</Trans>}
          checked={hide_small_balances}
          onChange={(hide) => save({ hide_small_balances: hide })}
        />
      </div>
    </>
  )
}

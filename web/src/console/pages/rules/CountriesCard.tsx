import { Trans, useLingui } from '@lingui/react/macro'
import { SwitchRow } from '../../../ui/SwitchRow'
import { Card } from '../../parts/Card'
import { ClearButton } from '../../parts/FilterPill'
import { PILL, PILL_OFF, PILL_ON } from '../../parts/Pills'
import { AddCountry } from './AddCountry'
import { countryName } from './countries'
import type { SectionProps } from './useDraft'

/** The forbidden countries, and the customers under MiCA. */
export function CountriesCard({ rules, was, onChange }: SectionProps) {
  const { forbidden } = rules
  return (
    <Card title={<Trans>Countries</Trans>}>
      <div className="grid gap-3">
        <p className="text-muted">
          <Trans>Residents of these countries cannot become customers. Their phone numbers are not called.</Trans>
        </p>
        <Forbidden
          codes={forbidden}
          was={was.forbidden}
          onChange={onChange && ((next) => onChange({ forbidden: next }))}
        />
        {onChange ? (
          <AddCountry known={forbidden} onAdd={(code) => onChange({ forbidden: [...forbidden, code].toSorted() })} />
        ) : null}
      </div>
      <Mica isOn={rules.eea_enforced} onChange={onChange && ((eea_enforced) => onChange({ eea_enforced }))} />
    </Card>
  )
}

type ForbiddenProps = {
  codes: readonly string[]
  was: readonly string[]
  onChange: ((codes: string[]) => void) | undefined
}

function Forbidden({ codes, was, onChange }: ForbiddenProps) {
  const { t, i18n } = useLingui()
  if (codes.length === 0)
    return (
      <p>
        <Trans>No country is forbidden.</Trans>
      </p>
    )
  return (
    <ul aria-label={t`Forbidden countries`} className="flex flex-wrap gap-2">
      {codes.map((code) => {
        const name = countryName(code, i18n.locale)
        const look = was.includes(code) ? PILL_OFF : PILL_ON
        return (
          <li key={code} className={`${PILL} max-w-full ${look} ${onChange ? 'pr-0!' : ''}`}>
            <span className="truncate">{name === code ? code : `${name}, ${code}`}</span>
            {onChange ? (
              <ClearButton name={name} onClear={() => onChange(codes.filter((one) => one !== code))} />
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

type MicaProps = { isOn: boolean; onChange: ((isOn: boolean) => void) | undefined }

function Mica({ isOn, onChange }: MicaProps) {
  const { t } = useLingui()
  return (
    <div className="-mx-4 mt-4 -mb-4 border-t border-line desk:-mx-[18px]">
      {onChange ? (
        <SwitchRow
          label={t`Apply MiCA rules to everyone who is not known to live outside the EEA`}
          checked={isOn}
          onChange={onChange}
        />
      ) : (
        <p className="px-4 py-4 desk:px-[18px]">
          {isOn ? (
            <Trans>MiCA rules apply to everyone who is not known to live outside the EEA.</Trans>
          ) : (
            <Trans>MiCA rules apply only to known residents of the EEA.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

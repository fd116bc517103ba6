import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Segmented } from '../../ui/Segmented'
import { TextField } from '../../ui/TextField'
import type { Said } from './answers'

type CountryField = { label: string; value: string; onChange: (code: string) => void; error?: string | undefined }

/** The slot for the country field. */
export type CountrySlot = (field: CountryField) => ReactNode

/** The server's validation error. */
export type Wrong = { name: boolean; country: boolean; companyId: boolean }

type CounterpartyFieldsProps = {
  /** The question whether the party is a person or a business. */
  party: string
  said: Said
  say: (more: Partial<Said>) => void
  wrong: Wrong
  country: CountrySlot
}

/** The other party: name and country, and a business's official id. */
export function CounterpartyFields({ party, said, say, wrong, country }: CounterpartyFieldsProps) {
  const { t } = useLingui()
  const person = said.party === 'person'
  return (
    <>
      <Segmented
        label={party}
        value={said.party}
        onChange={(chosen) => say({ party: chosen })}
        options={[
          { value: 'person', label: t`A person` },
          { value: 'business', label: t`A business` },
        ]}
      />
      <TextField
        label={person ? t`Their full name` : t`Legal name of the business`}
        value={said.name}
        onChange={(name) => say({ name })}
        maxLength={100}
        autoComplete="off"
        error={wrong.name ? t`Enter the full name, as in a passport or a register` : undefined}
      />
      {country({
        label: person ? t`Country where they live` : t`Country where it is registered`,
        value: said.country,
        onChange: (code) => say({ country: code }),
        error: wrong.country ? t`Choose a country` : undefined,
      })}
      {person ? null : <CompanyFields said={said} say={say} isWrong={wrong.companyId} />}
    </>
  )
}

type CompanyFieldsProps = Pick<CounterpartyFieldsProps, 'said' | 'say'> & { isWrong: boolean }

/** A business's official id. */
function CompanyFields({ said, say, isWrong }: CompanyFieldsProps) {
  const { t } = useLingui()
  const lei = said.idKind === 'lei'
  const rule = lei
    ? t`This is not an LEI. An LEI has 20 letters and digits: check for a typo.`
    : t`Enter the number as in the register: letters, digits, spaces and . - /`
  return (
    <>
      <Segmented
        label={t`Which number identifies the business?`}
        value={said.idKind}
        onChange={(idKind) => say({ idKind })}
        options={[
          { value: 'lei', label: t`LEI` },
          { value: 'register', label: t`Register number` },
        ]}
      />
      <TextField
        label={lei ? t`LEI of the business` : t`Number in the register`}
        value={said.companyId}
        onChange={(companyId) => say({ companyId })}
        mono
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={isWrong ? rule : undefined}
      />
    </>
  )
}

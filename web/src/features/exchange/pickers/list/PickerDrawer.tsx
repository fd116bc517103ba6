import type { Endpoint } from '../../../../api/exchangeTypes'
import { Drawer } from '../../../../ui/Drawer'
import type { Option } from '../options'
import { PickerList, PickerSearch } from './PickerList'
import { bestMatch, matches } from '../search'

type PickerDrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  options: readonly Option[]
  chosen: Endpoint
  query: string
  onQuery: (query: string) => void
  onChoose: (endpoint: Endpoint) => void
}

/** The drawer with the searchable list. */
export default function PickerDrawer(props: PickerDrawerProps) {
  const { open, onOpenChange, title, options, chosen, query, onQuery, onChoose } = props
  const found = options.filter((row) => matches(row, query.trim()))
  const best = bestMatch(found, query)
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      search={<PickerSearch query={query} onQuery={onQuery} onEnter={() => best && onChoose(best.endpoint)} />}
    >
      <PickerList options={found} query={query.trim()} chosen={chosen} onChoose={onChoose} />
    </Drawer>
  )
}

import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'

type Place = 'home' | 'landing' | 'onboarding'

/** What a page shows to this person in this language. */
export const contentQuery = (place: Place, language: string) =>
  queryOptions({
    queryKey: ['content', place, language],
    staleTime: 5 * 60_000,
    // A page without banners is complete.
    retry: false,
    queryFn: async ({ signal }) => {
      const { data } = await client.GET('/api/client/v1/content', {
        params: { query: { place, language } },
        signal,
      })
      return data.data
    },
  })

/** Notes that the customer does not want to see these again. */
export async function dismiss(ids: string[]): Promise<void> {
  await client.POST('/api/client/v1/content/dismissals', { body: { ids } })
}

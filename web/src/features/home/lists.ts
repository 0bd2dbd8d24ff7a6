import type { AppDispatch } from '../../app/store.ts'
import { homeApi } from './homeApi.ts'

/** Holds both answers while the page stands; returns what lets them go. */
export function askForLists(dispatch: AppDispatch): () => void {
  const { getFeaturedCars, getLatestPosts } = homeApi.endpoints
  const cars = dispatch(getFeaturedCars.initiate())
  const posts = dispatch(getLatestPosts.initiate())
  return () => {
    cars.unsubscribe()
    posts.unsubscribe()
  }
}

import { createAction } from '@reduxjs/toolkit'
import { carsApi } from '../../api/cars.ts'
import { postsApi } from '../../api/posts.ts'
import type { AppDispatch } from '../../app/store.ts'

const homeOpened = createAction('home/opened')

/** Subscribes to the queries of the featured cars and the latest posts. Returns the unsubscribe function. */
export function requestLists(dispatch: AppDispatch): () => void {
  // An injected reducer has its state only after the next action.
  dispatch(homeOpened())
  const cars = dispatch(carsApi.endpoints.getFeaturedCars.initiate())
  const posts = dispatch(postsApi.endpoints.getLatestPosts.initiate())
  return () => {
    cars.unsubscribe()
    posts.unsubscribe()
  }
}

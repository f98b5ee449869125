// SPDX-License-Identifier: BSL-1.0
// Transforms along axes: one pass over memory for each axis. A pass gathers rows, transforms them
// with the library, and scatters the results; contiguous rows are read and written in place.
#include "rows.hpp"

#include <stria/base/checked.hpp>
#include <stria/fft/transform.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace stria::detail {

template class row_plan<float>;
template class row_plan<double>;

namespace {

/// Plans that no thread is using. A thread takes one out, or creates one, and puts it back; the
/// lock is held only while a short list is searched.
template <class T> class plan_pool {
  struct entry {
    row_kind kind;
    index n;
    std::unique_ptr<row_plan<T>> plan;
  };
  // The limit is 64 MB of tables of double, unless a single plan needs more.
  static constexpr std::size_t most_plans = 32;
  static constexpr index most_points = index{1} << 21;

  std::mutex mutex_;
  std::vector<entry> idle_; // the most recently used one is last

public:
  class lease {
    plan_pool& pool_;
    entry entry_;

  public:
    lease(plan_pool& pool, entry&& e) : pool_(pool), entry_(std::move(e)) {}
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease() { pool_.put_back(std::move(entry_)); }
    row_plan<T>& operator*() const { return *entry_.plan; }
  };

  lease take(row_kind kind, index n) {
    {
      const std::lock_guard lock(mutex_);
      for (std::size_t i = idle_.size(); i-- > 0;)
        if (idle_[i].kind == kind && idle_[i].n == n) {
          entry e = std::move(idle_[i]);
          idle_.erase(idle_.begin() + static_cast<std::ptrdiff_t>(i));
          return lease(*this, std::move(e));
        }
    }
    return lease(*this, {kind, n, make_row_plan<T>(kind, n)});
  }

private:
  void put_back(entry&& e) noexcept {
    std::vector<entry> dropped; // destroyed after the lock is released
    const std::lock_guard lock(mutex_);
    try {
      idle_.push_back(std::move(e));
      index points = 0;
      std::size_t keep = 0;
      while (keep < idle_.size() && keep < most_plans &&
             (points += idle_[idle_.size() - 1 - keep].n, keep == 0 || points <= most_points))
        ++keep;
      if (keep < idle_.size()) {
        const auto end = idle_.end() - static_cast<std::ptrdiff_t>(keep);
        dropped.assign(std::make_move_iterator(idle_.begin()), std::make_move_iterator(end));
        idle_.erase(idle_.begin(), end);
      }
    } catch (...) { // no memory for the list: the plan will be created again
    }
  }
};

/// The pool is never destroyed, because threads may outlive main.
template <class T> plan_pool<T>& plans() {
  static auto& pool = *new plan_pool<T>;
  return pool;
}

using index_list = std::vector<index>;

index_list row_major_strides(const index_list& sizes) {
  index_list strides(sizes.size());
  index s = 1;
  for (std::size_t k = sizes.size(); k-- > 0;) {
    strides[k] = s;
    s *= sizes[k];
  }
  return strides;
}

/// The element types on both sides of a pass.
template <class T, fft_form Form>
using source_element =
    std::conditional_t<Form == fft_form::to_half || Form == fft_form::to_full, T, std::complex<T>>;
template <class T, fft_form Form>
using target_element = std::conditional_t<Form == fft_form::from_half, T, std::complex<T>>;

constexpr index half_of(index n) { return n / 2 + 1; }
/// The length of a row of n points before and after a pass.
constexpr index length_before(fft_form form, index n) {
  return form == fft_form::from_half ? half_of(n) : n;
}
constexpr index length_after(fft_form form, index n) {
  return form == fft_form::to_half ? half_of(n) : n;
}

/// Transforms rows of n points: runs the plan of the library, fills in the other half of a
/// spectrum, and scales the result.
template <class T, fft_form Form> class row_transform {
  using S = source_element<T, Form>;
  using D = target_element<T, Form>;
  static constexpr bool real_source = std::same_as<S, T>;
  index n_;
  bool inverse_;
  T factor_;
  typename plan_pool<T>::lease plan_;

  static constexpr row_kind kind(bool inverse) {
    return real_source                   ? row_kind::real_forward
           : Form == fft_form::from_half ? row_kind::real_inverse
           : inverse                     ? row_kind::inverse
                                         : row_kind::forward;
  }

public:
  row_transform(index n, bool inverse, T factor)
      : n_(n), inverse_(inverse), factor_(factor), plan_(plans<T>().take(kind(inverse), n)) {}

  void operator()(const S* in, D* out) const {
    (*plan_).run(in, out);
    if constexpr (real_source) { // the library computes half of the spectrum
      const index half = half_of(n_);
      if (inverse_)
        for (index i = 0; i < half; ++i)
          out[i] = std::conj(out[i]);
      if constexpr (Form == fft_form::to_full)
        for (index i = half; i < n_; ++i)
          out[i] = std::conj(out[n_ - i]);
    }
    if constexpr (Form == fft_form::from_half)
      if (!inverse_) // the library computes the inverse, whose order is reversed
        std::reverse(out + 1, out + n_);
    if (factor_ != T{1})
      for (index i = 0; i < length_after(Form, n_); ++i)
        out[i] *= factor_;
  }
};

template <class S> struct strided_elements {
  S* p;
  const index_list& sizes;
  const index_list& strides;
};

/// A pass along an axis of n points. Source and target may be the same memory if they have the same
/// layout.
template <class T, fft_form Form>
void run_pass(strided_elements<const source_element<T, Form>> source,
              strided_elements<target_element<T, Form>> target, fft_axis along, bool inverse,
              T factor) {
  using S = source_element<T, Form>;
  using D = target_element<T, Form>;
  const std::size_t rank = source.sizes.size(), axis = along.axis;
  const index n = along.size, before = length_before(Form, n), after = length_after(Form, n);
  const index taken = std::min(source.sizes[axis], before);
  const index source_step = source.strides[axis], target_step = target.strides[axis];
  const bool last = axis + 1 == rank;

  // If the elements of a row are not contiguous, gather several rows at once, because neighbouring
  // rows share cache lines.
  const std::size_t beside = last ? rank : rank - 1;
  const index block = last ? 1 : n <= 2048 ? 8 : 4;
  const bool in_place = static_cast<const void*>(source.p) == static_cast<const void*>(target.p);
  const bool reads_directly = last && source_step == 1 && taken == before && !in_place;

  const row_transform<T, Form> transform(n, inverse, factor);
  std::vector<S> gathered(static_cast<std::size_t>(reads_directly ? 0 : block * before));
  std::vector<D> transformed(static_cast<std::size_t>(last ? 0 : block * after));
  const auto run_rows = [&](const S* from, D* to, index rows, index from_row) {
    if (reads_directly)
      return transform(from, to);
    S* const g = gathered.data();
    for (index i = 0; i < taken; ++i)
      for (index r = 0; r < rows; ++r)
        g[r * before + i] = from[i * source_step + r * from_row];
    if (last)
      return transform(g, to);
    D* const t = transformed.data();
    for (index r = 0; r < rows; ++r)
      transform(g + r * before, t + r * after);
    for (index i = 0; i < after; ++i)
      for (index r = 0; r < rows; ++r)
        to[i * target_step + r] = t[r * after + i];
  };

  // Visit all rows; the indices of the other axes count up like the digits of a number.
  index_list at(rank, 0);
  for (index from = 0, to = 0;;) {
    if (last) {
      run_rows(source.p + from, target.p + to, 1, 0);
    } else {
      const index rows = source.sizes[beside], from_row = source.strides[beside];
      for (index r = 0; r < rows; r += block)
        run_rows(source.p + from + r * from_row, target.p + to + r, std::min(block, rows - r),
                 from_row);
    }
    std::size_t k = rank;
    while (k-- > 0) {
      if (k == axis || k == beside)
        continue;
      from += source.strides[k];
      to += target.strides[k];
      if (++at[k] < source.sizes[k])
        break;
      from -= at[k] * source.strides[k];
      to -= at[k] * target.strides[k];
      at[k] = 0;
    }
    if (k == static_cast<std::size_t>(-1))
      return;
  }
}

/// Uninitialised memory for the result of a pass.
template <class T> std::unique_ptr<std::complex<T>[]> room_for(const index_list& sizes) {
  index count = 1;
  for (const index n : sizes)
    count = multiply_or_raise("fft", count, n);
  return std::make_unique_for_overwrite<std::complex<T>[]>(static_cast<std::size_t>(count));
}

/// Transforms contiguous rows along the last axis, without lists of sizes and strides, which would
/// cost more than a short row. Returns false if the request is of another kind.
template <class T, fft_form Form>
bool runs_in_rows(const fft_request& r, const void* in, void* out) {
  const std::size_t last = r.rank - 1;
  if (r.count != 1 || r.form != Form || r.axes[0].axis != last ||
      r.sizes[last] != length_before(Form, r.axes[0].size))
    return false;
  index rows = 1;
  for (std::size_t k = r.rank; k-- > 0;) {
    if (r.sizes[k] != 1 && r.strides[k] != (k == last ? 1 : rows * r.sizes[last]))
      return false;
    rows *= k == last ? 1 : r.sizes[k];
  }
  const index n = r.axes[0].size;
  const row_transform<T, Form> transform(n, r.inverse, static_cast<T>(r.factor));
  const auto* from = static_cast<const source_element<T, Form>*>(in);
  auto* to = static_cast<target_element<T, Form>*>(out);
  for (; rows > 0; --rows, from += length_before(Form, n), to += length_after(Form, n))
    transform(from, to);
  return true;
}

template <class T> class passes {
  using C = std::complex<T>;
  const fft_request& request_;
  const void* operand_;
  void* result_;
  index_list sizes_, strides_; // of the source of the next pass
  index_list final_sizes_;     // of the result
  const void* source_;         // source of the next pass
  std::unique_ptr<C[]> owned_; // owns the source, unless it is the operand or the result

public:
  passes(const fft_request& request, const void* in, void* out)
      : request_(request), operand_(in), result_(out),
        sizes_(request.sizes, request.sizes + request.rank),
        strides_(request.strides, request.strides + request.rank), final_sizes_(sizes_),
        source_(in) {
    for (std::size_t i = 0; i < request.count; ++i)
      final_sizes_[request.axes[i].axis] = length_after(form_of(i), request.axes[i].size);
  }
  void run() {
    for (std::size_t i = 0; i < request_.count; ++i)
      switch (form_of(i)) {
      case fft_form::complex: run_one<fft_form::complex>(i); break;
      case fft_form::to_half: run_one<fft_form::to_half>(i); break;
      case fft_form::to_full: run_one<fft_form::to_full>(i); break;
      case fft_form::from_half: run_one<fft_form::from_half>(i); break;
      }
  }

private:
  fft_form form_of(std::size_t i) const {
    const bool converts = request_.form == fft_form::from_half ? i + 1 == request_.count : i == 0;
    return converts ? request_.form : fft_form::complex;
  }
  template <fft_form Form> void run_one(std::size_t i) {
    using S = source_element<T, Form>;
    using D = target_element<T, Form>;
    const fft_axis along = request_.axes[i];
    const bool is_last = i + 1 == request_.count;
    index_list next = sizes_;
    next[along.axis] = length_after(Form, along.size);
    const index_list next_strides = row_major_strides(next);

    // If the next array has the final shape, the pass writes to the result, and later passes work
    // there in place.
    std::unique_ptr<C[]> fresh;
    void* target = result_;
    const bool fits = is_last || (next == final_sizes_ && request_.form != fft_form::from_half);
    if (!fits) {
      if (owned_ && next == sizes_)
        target = owned_.get();
      else
        target = (fresh = room_for<T>(next)).get();
    }
    run_pass<T, Form>({static_cast<const S*>(source_), sizes_, strides_},
                      {static_cast<D*>(target), next, next_strides}, along, request_.inverse,
                      is_last ? static_cast<T>(request_.factor) : T{1});
    if (fresh)
      owned_ = std::move(fresh);
    source_ = target;
    sizes_ = next;
    strides_ = next_strides;
  }
};

template <class T> void transform_as(const fft_request& request, const void* in, void* out) {
  using enum fft_form;
  if (!(runs_in_rows<T, complex>(request, in, out) || runs_in_rows<T, to_half>(request, in, out) ||
        runs_in_rows<T, to_full>(request, in, out) || runs_in_rows<T, from_half>(request, in, out)))
    passes<T>(request, in, out).run();
}

} // namespace

void stria_fft_transform(const fft_request& request, const void* in, void* out) {
  if (request.precision == fft_precision::float32)
    transform_as<float>(request, in, out);
  else
    transform_as<double>(request, in, out);
}

} // namespace stria::detail

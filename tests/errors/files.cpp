// SPDX-License-Identifier: BSL-1.0
// Printing and files
#include <stria/stria.hpp>

#include <stria/io/csv.hpp>
#include <stria/io/npy.hpp>

#include <iostream>

using namespace stria;

struct point {
  int x;
};
struct two_tables {
  dtensor<double, 2> a, b;
};
struct one_table {
  tensor<double, dyn, 2> a;
  dtensor<double, 2> b;
};
struct printed_point : point {};
std::ostream& operator<<(std::ostream& out, const printed_point& p) { return out << p.x; }

// expect-gcc: a CSV table holds integers, float, double or std::string, not elements of this type
// expect-clang: float, double or std::string, not
void load_csv_type() {
#ifdef WRONG
  auto x = load_csv<bool>("flags.csv");
#else
  auto x = load_csv<int>("flags.csv");
#endif
}

// expect-gcc: a struct of columns has at most 16 members: tensors of rank 1 (a column) or 2
// expect-clang: tensors of rank 1 (a column) or
void load_csv_member() {
#ifdef WRONG
  auto x = load_csv<point>("points.csv");
#else
  auto x = load_csv<one_table>("points.csv");
#endif
}

// expect-gcc: only one member of the struct may have a number of columns that is known at run time
// expect-clang: only one member of the
void load_csv_two_open() {
#ifdef WRONG
  auto x = load_csv<two_tables>("points.csv");
#else
  auto x = load_csv<one_table>("points.csv");
#endif
}

// expect: .npy files hold bool, integers, float, double and their complex numbers
void load_npy_type() {
#ifdef WRONG
  auto x = load_npy<std::string, dyn>("words.npy");
#else
  auto x = load_npy<float, dyn>("words.npy");
#endif
}

// expect: elements of this type cannot be printed: give the type an operator<<
void print_element() {
#ifdef WRONG
  const tensor<point, 3> t;
  std::cout << t << '\n';
#else
  const tensor<printed_point, 3> t;
  std::cout << t << '\n';
#endif
}

// expect: a floating-point number
void print_mistake() {
  tensor<float, 3> t;
#ifdef WRONG
  std::cout << t[1.5] << '\n';
#else
  std::cout << t[1] << '\n';
#endif
}

// expect-gcc: save_csv writes an array of 2 axes (rows and columns) or of 1 axis (one column)
// expect-clang: an array of 2 axes (rows and
void save_csv_rank() {
#ifdef WRONG
  save_csv("cube.csv", zeros<double>(2, 3, 4));
#else
  save_csv("cube.csv", zeros<double>(2, 3));
#endif
}

// expect: .npy files hold bool, integers, float, double and their complex numbers
void save_npy_type() {
#ifdef WRONG
  save_npy("words.npy", tensor<std::string, 2>());
#else
  save_npy("words.npy", tensor<float, 2>());
#endif
}
